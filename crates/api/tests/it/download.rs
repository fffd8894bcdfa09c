//! A file comes whole or not at all, and each reason is told apart.

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{Destination, Download, DownloadError, FileUrl, HostPort, Observer, Options};
use testkit::server::{Answer, Server};

use crate::instant_fixture::in_time;

const LARGEST: usize = 10_000;

fn options() -> Options {
    Options {
        largest_reply: LARGEST,
        attempt_timeout: Duration::from_millis(300),
        ..Options::default()
    }
}

/// Asks for the file once; what came, and the steps that were told.
async fn download(
    address: &str,
    options: &Options,
) -> (Result<Vec<u8>, DownloadError>, Vec<(usize, Option<u64>)>) {
    let download = Download::new(FileUrl::parse(address).unwrap(), options.clone()).unwrap();
    let mut steps = Vec::new();
    let run = download.run(|bytes, total| steps.push((bytes, total.map(NonZeroU64::get))));
    let read = in_time(run).await;
    (read, steps)
}

async fn ask(answer: Answer) -> Result<Vec<u8>, DownloadError> {
    let server = Server::in_turn([answer]).await;
    let read = download(&format!("{}/file", server.url), &options())
        .await
        .0;
    assert_eq!(server.lines(), ["GET /file"], "it is asked for once");
    let sent = server.requests().remove(0);
    assert!(!sent.head().to_ascii_lowercase().contains("authorization"));
    read
}

fn with_length(length: usize, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn a_file_comes_whole_and_its_progress_is_told() {
    let body = vec![7; LARGEST];
    let server = Server::in_turn([Answer::Stay(with_length(LARGEST, &body))]).await;
    let (read, steps) = download(&format!("{}/file", server.url), &options()).await;
    assert_eq!(read.unwrap(), body);
    let whole = u64::try_from(LARGEST).unwrap();
    assert_eq!(steps.last(), Some(&(LARGEST, Some(whole))));
    assert!(steps.is_sorted(), "{steps:?}");
}

#[tokio::test]
async fn a_file_without_a_length_is_read_to_its_end() {
    let chunks = testkit::server::chunked("200 OK", "two halves");
    let server = Server::in_turn([Answer::Stay(chunks)]).await;
    let (read, steps) = download(&format!("{}/file", server.url), &options()).await;
    assert_eq!(read.unwrap(), b"two halves");
    assert!(steps.iter().all(|(_, total)| total.is_none()), "{steps:?}");
}

#[tokio::test]
async fn a_file_in_part_is_none() {
    let cut = ask(Answer::End(with_length(100, b"half"))).await;
    assert!(matches!(cut, Err(DownloadError::Lost)), "{cut:?}");
    let lost = ask(Answer::LOST).await;
    assert!(matches!(lost, Err(DownloadError::Lost)), "{lost:?}");
    let silent = ask(Answer::Hold(with_length(100, b"half"))).await;
    assert!(matches!(silent, Err(DownloadError::TimedOut)), "{silent:?}");
}

#[tokio::test]
async fn a_file_that_is_too_large_ends_the_download() {
    let endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    for answer in [
        Answer::Stay(with_length(LARGEST + 1, &vec![0; LARGEST + 1])),
        Answer::Flood(endless, vec![0; 1_000]),
    ] {
        let read = ask(answer).await;
        assert!(
            matches!(read, Err(DownloadError::TooLarge(LARGEST))),
            "{read:?}"
        );
    }
}

#[tokio::test]
async fn any_other_status_is_no_file() {
    for (status, number) in [
        ("204 No Content", 204),
        ("206 Partial Content", 206),
        ("404 Not Found", 404),
        ("503 Service Unavailable", 503),
    ] {
        let read = ask(Answer::of(status, "", "")).await;
        let said = matches!(&read, Err(DownloadError::Status(said)) if *said == number);
        assert!(said, "{status}: {read:?}");
    }
}

/// As the hosts of releases do.
#[tokio::test]
async fn a_redirect_is_followed_a_few_times_and_each_host_is_told() {
    let far = Server::in_turn([Answer::Stay(with_length(4, b"file"))]).await;
    let to_far = format!("Location: {}/there?signed=1\r\n", far.url);
    let near = Server::in_turn([
        Answer::of("302 Found", "Location: /near\r\n", ""),
        Answer::of("307 Temporary Redirect", &to_far, ""),
    ])
    .await;
    let told = Arc::new(Told::default());
    let options = Options {
        observer: Some(Arc::<Told>::clone(&told)),
        ..options()
    };
    let (read, _) = download(&format!("{}/file", near.url), &options).await;
    assert_eq!(read.unwrap(), b"file");
    assert_eq!(near.lines(), ["GET /file", "GET /near"]);
    assert_eq!(far.lines(), ["GET /there?signed=1"]);
    let ports: Vec<String> = told
        .0
        .lock()
        .unwrap()
        .iter()
        .map(|it| it.0.port.to_string())
        .collect();
    let port = |of: &Server| of.url.rsplit(':').next().unwrap().to_owned();
    assert_eq!(ports, [port(&near), port(&near), port(&far)]);

    let round = Server::in_turn([Answer::of("302 Found", "Location: /file\r\n", "")]).await;
    let (read, _) = download(&format!("{}/file", round.url), &options).await;
    assert!(matches!(read, Err(DownloadError::Redirected)), "{read:?}");
    assert_eq!(round.request_count(), 6);
}

#[tokio::test]
async fn a_redirect_leads_nowhere_where_nothing_may_be_read_from() {
    for to in [
        "http://files.example.test/p",
        "https://user@files.example.test/p",
        "file:///etc/passwd",
        "data:,x",
        "https://",
    ] {
        let location = format!("Location: {to}\r\n");
        let read = ask(Answer::of("302 Found", &location, "")).await;
        assert!(
            matches!(read, Err(DownloadError::Redirected)),
            "{to}: {read:?}"
        );
    }
}

#[derive(Debug, Default)]
struct Told(Mutex<Vec<(HostPort, bool)>>);

impl Observer for Told {
    fn sending(&self, to: &Destination) {
        self.0.lock().unwrap().push((to.service.clone(), false));
    }

    fn unanswered(&self, to: &Destination) {
        self.0.lock().unwrap().push((to.service.clone(), true));
    }
}

#[tokio::test]
async fn each_contact_is_told_and_whether_it_got_no_answer() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let told = Arc::new(Told::default());
    let options = Options {
        observer: Some(Arc::<Told>::clone(&told)),
        ..options()
    };
    let (read, _) = download(&format!("http://127.0.0.1:{port}/file"), &options).await;
    assert!(matches!(read, Err(DownloadError::Offline)), "{read:?}");
    let to = HostPort {
        host: "127.0.0.1".to_owned(),
        port,
    };
    assert_eq!(*told.0.lock().unwrap(), [(to.clone(), false), (to, true)]);
}
