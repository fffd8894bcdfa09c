//! What a command answers, on its way to the page.

use app::operation::Answer;
use tauri::ipc::InvokeResponseBody;

/// In bytes. The page reads so much in a third of the time that it has for a picture.
const PART: usize = 512 << 10;

/// A long list in parts, a line of JSON each, which `ui/src/ipc/parts.ts` reads one after the other: in one piece it would
/// hold the window up. Anything else is JSON as it is.
pub fn to_page(answer: Answer) -> InvokeResponseBody {
    let json = match answer {
        Answer::Json(json) => String::from(Box::<str>::from(json)),
        Answer::Bytes(bytes) => return InvokeResponseBody::Raw(bytes),
    };
    if json.len() < 2 * PART || !json.starts_with('[') {
        return InvokeResponseBody::Json(json);
    }
    InvokeResponseBody::Raw(in_parts(&json, PART))
}

/// Ends a line at the first comma between two items of the list once a part has so many bytes.
fn in_parts(list: &str, part: usize) -> Vec<u8> {
    let mut parts = Vec::with_capacity(list.len() + 3 * (list.len() / part + 1));
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    let mut begin = 0;
    for (at, byte) in list.bytes().enumerate() {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            b',' if depth == 1 && at - begin >= part => {
                parts.extend_from_slice(&list.as_bytes()[begin..at]);
                parts.extend_from_slice(b"]\n[");
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.extend_from_slice(&list.as_bytes()[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::*;

    fn json_answer(json: String) -> Answer {
        Answer::Json(RawValue::from_string(json).unwrap())
    }

    fn lists(parts: &[u8]) -> Vec<Vec<Value>> {
        let lines = str::from_utf8(parts).unwrap().lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_list_is_cut_between_its_items_and_nowhere_else() {
        let items = [
            json!({ "name": "a],[b", "tags": ["x", "y"], "of": { "a": 1, "b": [] } }),
            json!("quoted \" and \\"),
            json!("\\\""),
            json!([[], [1, 2]]),
            json!("Größe,\n"),
            json!(null),
        ];
        let list = serde_json::to_string(&items).unwrap();
        for part in 1..=list.len() {
            let lists = lists(&in_parts(&list, part));
            assert_eq!(lists.concat(), items, "{part}");
            assert!(part > 1 || lists.len() == items.len());
        }
        assert_eq!(in_parts("[]", 1), b"[]");
    }

    #[test]
    fn only_long_lists_come_in_parts() {
        let long = vec!["branch"; PART / 4];
        let InvokeResponseBody::Raw(parts) =
            to_page(json_answer(serde_json::to_string(&long).unwrap()))
        else {
            panic!("the list is in one piece");
        };
        let lists = lists(&parts);
        assert!(lists.len() > 1 && lists.concat() == long);
        let text = serde_json::to_string(&long.concat()).unwrap();
        for json in ["[1,2]".to_owned(), text] {
            let body = to_page(json_answer(json.clone()));
            assert!(matches!(body, InvokeResponseBody::Json(kept) if kept == json));
        }
    }
}
