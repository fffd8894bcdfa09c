//! Plinth's desktop shell.
mod bindings;
mod command;

fn main() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|arg| arg == "--export-bindings") {
        let path = args.next().unwrap_or_default();
        if let Err(error) = bindings::export(std::path::Path::new(&path)) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
