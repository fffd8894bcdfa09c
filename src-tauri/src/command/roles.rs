use host::clipboard::Clipboard;
use host::{Connection, Reply};
use serde_json::json;
use tauri::State;

/// Puts a role's password on the clipboard, and clears it after as many seconds as the settings say. Returns the seconds.
#[tauri::command]
#[specta::specta]
pub async fn role_copy_password(
    core: State<'_, Connection>,
    clipboard: State<'_, Clipboard>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<u32> {
    let args = json!({
        "accountId": account_id,
        "projectId": project_id,
        "branchId": branch_id,
        "name": name,
    });
    let commands = ("role_take_password", "role_password_copied");
    clipboard.copy_taken(&core, commands, args).await
}
