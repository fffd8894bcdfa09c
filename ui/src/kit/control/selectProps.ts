export interface Option<Value extends string> {
  value: Value;
  label: string;
  /** A second line in the list. */
  detail?: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  options: ReadonlyArray<Option<Value>>;
  value: Value | null;
  onChange(value: NoInfer<Value>): void;
  /** The name for screen readers where no Field gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
}
