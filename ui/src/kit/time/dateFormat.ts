/** Writes instants down in one way. Making what does it costs a hundred times as much as using it: once a language. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
): (locale: string | undefined) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (locale) => {
    const known = made.get(locale);
    if (known) return known;
    const format = new Intl.DateTimeFormat(locale, options);
    made.set(locale, format);
    return format;
  };
}
