//! One session with a mail server, step by step. What comes after a step that failed is not tried.

use std::time::Duration;

use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use secrecy::ExposeSecret;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use super::line::{Encrypted, Roots};
use super::server::Server;
use super::words;
use crate::view::{SmtpProbeView, SmtpStep, SmtpStepState, SmtpStepView};

const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];

/// The steps so far.
struct Report {
    steps: Vec<SmtpStepView>,
    deadline: Duration,
}

/// A step that failed ends the session.
struct Ended;

pub(super) async fn run(server: &Server, roots: &Roots, deadline: Duration) -> SmtpProbeView {
    let mut report = Report {
        steps: Vec::new(),
        deadline,
    };
    if let Ok(mut connection) = go(server, roots, &mut report).await {
        // All replies are there; a server that does not answer QUIT changes nothing.
        drop(timeout(deadline, connection.quit()).await);
    }
    report.skip_rest(server);
    SmtpProbeView {
        steps: report.steps,
    }
}

async fn go(
    server: &Server,
    roots: &Roots,
    report: &mut Report,
) -> Result<AsyncSmtpConnection, Ended> {
    let address = (server.host.as_str(), server.port);
    let connecting = TcpStream::connect(address);
    let tcp = report
        .step(SmtpStep::Connect, connecting, |it| {
            words::connect(server, it)
        })
        .await?;
    let mut connection = if server.is_tls_first() {
        let encrypting = Encrypted::over(tcp, &server.host, roots);
        let line = report
            .step(SmtpStep::Tls, encrypting, |it| words::tls(server, it))
            .await?;
        greet(server, Box::new(line), report).await?
    } else {
        let mut connection = greet(server, Box::new(tcp), report).await?;
        encrypt(server, &mut connection, roots, report).await?;
        connection
    };
    log_in(server, &mut connection, report).await?;
    Ok(connection)
}

async fn greet(
    server: &Server,
    line: Box<dyn AsyncTokioStream>,
    report: &mut Report,
) -> Result<AsyncSmtpConnection, Ended> {
    let name = ClientId::default();
    let greeting = AsyncSmtpConnection::connect_with_transport(line, &name);
    report
        .step(SmtpStep::Greet, greeting, |it| words::greeting(server, it))
        .await
}

async fn encrypt(
    server: &Server,
    connection: &mut AsyncSmtpConnection,
    roots: &Roots,
    report: &mut Report,
) -> Result<(), Ended> {
    if !connection.can_starttls() {
        report.note(SmtpStep::Tls, SmtpStepState::Warned, words::NOT_ENCRYPTED);
        return Ok(());
    }
    let mut parameters = TlsParameters::builder(server.host.clone());
    for root in &roots.more {
        parameters = parameters.add_root_certificate(root.clone());
    }
    let upgrading = async {
        connection
            .starttls(parameters.build_rustls()?, &ClientId::default())
            .await
    };
    report
        .step(SmtpStep::Tls, upgrading, |it| words::tls(server, it))
        .await
}

async fn log_in(
    server: &Server,
    connection: &mut AsyncSmtpConnection,
    report: &mut Report,
) -> Result<(), Ended> {
    let Some((username, password)) = &server.login else {
        report.note(SmtpStep::Login, SmtpStepState::Skipped, words::NO_PASSWORD);
        return Ok(());
    };
    let is_open = report
        .steps
        .iter()
        .any(|it| it.state == SmtpStepState::Warned);
    if is_open && !server.is_local() {
        report.note(SmtpStep::Login, SmtpStepState::Skipped, words::KEPT_BACK);
        return Ok(());
    }
    if connection
        .server_info()
        .get_auth_mechanism(&MECHANISMS)
        .is_none()
    {
        report.note(SmtpStep::Login, SmtpStepState::Failed, words::NO_LOGIN);
        return Ok(());
    }
    let credentials = Credentials::new(username.clone(), password.expose_secret().to_owned());
    let logging_in = connection.auth(&MECHANISMS, &credentials);
    report
        .step(SmtpStep::Login, logging_in, |it| words::login(password, it))
        .await
        .map(drop)
}

impl Report {
    async fn step<T, E>(
        &mut self,
        step: SmtpStep,
        work: impl Future<Output = Result<T, E>>,
        why: impl FnOnce(&E) -> String,
    ) -> Result<T, Ended> {
        let began = Instant::now();
        let end = timeout(self.deadline, work).await;
        let took_ms = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        let (state, detail, end) = match end {
            Ok(Ok(value)) => (SmtpStepState::Passed, None, Ok(value)),
            Ok(Err(error)) => (SmtpStepState::Failed, Some(why(&error)), Err(Ended)),
            Err(_) => {
                let detail = words::too_slow(step, self.deadline);
                (SmtpStepState::Failed, Some(detail), Err(Ended))
            }
        };
        self.steps.push(SmtpStepView {
            step,
            state,
            detail,
            took_ms,
        });
        end
    }

    fn note(&mut self, step: SmtpStep, state: SmtpStepState, detail: &str) {
        self.steps.push(SmtpStepView {
            step,
            state,
            detail: Some(detail.to_owned()),
            took_ms: 0,
        });
    }

    fn skip_rest(&mut self, server: &Server) {
        let order = if server.is_tls_first() {
            [SmtpStep::Tls, SmtpStep::Greet, SmtpStep::Login]
        } else {
            [SmtpStep::Greet, SmtpStep::Tls, SmtpStep::Login]
        };
        for step in order {
            if !self.steps.iter().any(|it| it.step == step) {
                self.steps.push(SmtpStepView {
                    step,
                    state: SmtpStepState::Skipped,
                    detail: None,
                    took_ms: 0,
                });
            }
        }
    }
}
