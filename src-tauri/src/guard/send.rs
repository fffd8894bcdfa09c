//! Commands that send secrets to a host of the page's choice: the host is confirmed once.

use app::auth::TestEmail;
use app::email_server::EmailServerEdit;
use app::smtp::ProbeSmtp;
use app::view::WebhooksView;
use host::{Args, Connection, Reply};
use tauri::{AppHandle, Manager as _, Url};

use super::check::{Check, consents};
use crate::chosen;

pub const CHECKS: &[(&str, Check)] = &[
    ("auth_set_webhooks", |app, args| {
        Box::pin(auth_set_webhooks(app, args))
    }),
    ("email_probe", |app, args| Box::pin(email_probe(app, args))),
    ("email_test", |app, args| Box::pin(email_test(app, args))),
    ("email_update", |app, args| {
        Box::pin(email_update(app, args))
    }),
];

/// The key of an account is sent to its addresses. One that is not given is the platform's own.
pub async fn must_send_key(
    app: &AppHandle,
    addresses: impl IntoIterator<Item = Option<&str>> + Send,
) -> Reply<()> {
    let sentence = "Plinth will send the account's key and connection data to\n\n{}\n\nConfirm that you trust this host.";
    let hosts: Vec<String> = addresses.into_iter().flatten().map(host_of).collect();
    for host in hosts.iter().filter(|host| !host.is_empty()) {
        must_send(app, sentence, host).await?;
    }
    Ok(())
}

async fn email_probe(app: &AppHandle, args: &Args) -> Reply<()> {
    let request: ProbeSmtp = args.get("request")?;
    if request.password.is_none() {
        return Ok(());
    }
    let sentence = "Plinth will log in with the mail server's password at\n\n{}\n\nConfirm that you trust this host.";
    must_send(app, sentence, &host_of(&request.host)).await
}

async fn email_test(app: &AppHandle, args: &Args) -> Reply<()> {
    let test: TestEmail = args.get("test")?;
    let sentence = "The platform will log in with the mail server's password at\n\n{}\n\nConfirm that you trust this host.";
    must_send(app, sentence, &host_of(&test.host)).await
}

async fn email_update(app: &AppHandle, args: &Args) -> Reply<()> {
    let EmailServerEdit::Own { host, .. } = args.get("edit")? else {
        return Ok(());
    };
    let sentence =
        "The platform will send sign-in emails through\n\n{}\n\nConfirm that you trust this host.";
    must_send(app, sentence, &host_of(&host)).await
}

async fn auth_set_webhooks(app: &AppHandle, args: &Args) -> Reply<()> {
    let wanted: WebhooksView = args.get("wanted")?;
    let Some(url) = wanted.url.filter(|_| wanted.enabled) else {
        return Ok(());
    };
    let sentence = "The platform will send sign-in events, some with codes and links, to\n\n{}\n\nConfirm that you trust this host.";
    must_send(app, sentence, &host_of(&url)).await
}

async fn must_send(app: &AppHandle, sentence: &'static str, host: &str) -> Reply<()> {
    let core = app.state::<Connection>();
    chosen::must_send(app, &consents(app), &core, sentence, host).await
}

/// The host of an address, with its port where that is not the usual one; what is no address as it is.
pub(super) fn host_of(address: &str) -> String {
    let address = address.trim();
    let url = Url::parse(address).ok();
    let host = url.as_ref().and_then(|url| {
        let host = url.host_str()?;
        Some(match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        })
    });
    host.unwrap_or_else(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_of_an_address_is_what_is_contacted() {
        for (address, host) in [
            ("https://a.example/api/v2", "a.example"),
            ("https://platform.example@b.example:8443/", "b.example:8443"),
            ("http://127.0.0.1:7000", "127.0.0.1:7000"),
            (" mail.example.com ", "mail.example.com"),
            ("", ""),
        ] {
            assert_eq!(host_of(address), host, "{address}");
        }
    }
}
