//! Names are read whole at every size of the window, and nothing ends in the middle of a letter.

use serde_json::{Value, json};

use super::{connected, told};
use crate::accounts::Platform;
use crate::harness::{Desktop, Keychain, Look, Window};
use crate::journey::{one_click, shelf};

const SIZES: [(u32, u32); 3] = [(900, 600), (1180, 780), (1440, 900)];

/// Forty characters each.
const PROJECT: &str = "customer-analytics-warehouse-eu-central1";
const BRANCH: &str = "preview/shorten-the-name-of-a-branch-no1";
const DATABASE: &str = "monthly_statements_of_all_customers_2026";
const ROLE: &str = "reporting_reader_of_the_statements_of_26";
const KEY: &str = "nightly export of the customers database";
const TEMPORARY: &str = "rehearsal of the import for the workshop";

#[tokio::test(flavor = "multi_thread")]
async fn a_name_of_forty_characters_is_read_whole() {
    let platform = Platform::start(false).await;
    let (mut desktop, window, account) = connected("fits", &platform).await;
    let create = json!({ "accountId": account, "create": { "name": PROJECT } });
    let made = window.command("project_create", create).await.unwrap();
    let project = text(&made["project"]["id"]);
    let branch = told(&platform, &format!("/projects/{project}/branches")).await;
    let branch = text(&branch["branches"][0]["id"]);
    let of = |more: Value| {
        let mut arguments = json!({ "accountId": account, "projectId": project });
        let fields = more.as_object().unwrap().clone();
        arguments.as_object_mut().unwrap().extend(fields);
        arguments
    };
    let create = json!({ "name": BRANCH, "parentId": branch, "compute": {} });
    let on = |more: Value| {
        let mut more = more;
        more["branchId"] = json!(branch);
        of(more)
    };
    let key = json!({ "name": KEY, "organizationId": null, "projectId": null });
    for (command, arguments) in [
        ("branch_create", of(json!({ "create": create }))),
        ("role_create", on(json!({ "name": ROLE, "noLogin": false }))),
        (
            "database_create",
            on(json!({ "name": DATABASE, "owner": ROLE })),
        ),
        ("key_create", of(json!({ "wish": key }))),
    ] {
        window.command(command, arguments).await.unwrap();
        window
            .until("the project is free again", || async {
                let all = window.command("operation_list", json!({})).await.unwrap();
                let all = all.as_array().unwrap();
                all.iter().all(|it| it["operation"]["isOver"] == true)
            })
            .await;
    }
    let place = format!("#/project?account={account}&id={project}");
    for (width, height) in SIZES {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        for (address, named) in [
            ("#/projects".to_owned(), &[PROJECT][..]),
            (format!("{place}&tab=branches"), &[BRANCH]),
            (format!("{place}&tab=branches&branch={branch}"), &[BRANCH]),
            (format!("{place}&tab=computes"), &[BRANCH]),
            (format!("{place}&tab=data"), &[DATABASE, ROLE]),
            (format!("{place}&tab=operations"), &[BRANCH]),
            ("#/operations".to_owned(), &[]),
            ("#/keys".to_owned(), &[KEY]),
        ] {
            window.go(&address).await;
            window.no_skeleton().await;
            for name in named {
                window.sees(name).await;
            }
            fits(&window, named, &format!("{address} at {width}")).await;
        }
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shelf_has_its_names_whole_and_the_sizes_of_short_ones() {
    let mut desktop = Desktop::start("shelf-fits", Keychain::Unlocked, Look::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let size = "return [...document.querySelectorAll('[role=columnheader]')].some(each => each.innerText === 'Size')";
    for (name, sizes) in [("workshop", 3), (TEMPORARY, 2)] {
        let arguments = json!({ "id": id, "name": name });
        window.command("temporary_rename", arguments).await.unwrap();
        window.go(&format!("#/temporary?id={id}")).await;
        window.sees(name).await;
        window.text_of("connect-text").await;
        let mut with_size = 0;
        for (width, height) in SIZES {
            desktop.resize_window(width, height);
            window.has_size(width, height).await;
            window.no_skeleton().await;
            fits(&window, &[name], &format!("the shelf at {width}")).await;
            for tab in ["psql", "Code"] {
                window.press(tab).await;
                let at = format!("{tab} at {width}");
                assert_eq!(outside(&window, "main aside").await, json!([]), "{at}");
            }
            with_size += usize::from(window.script(size, Vec::new()).await == true);
        }
        assert_eq!(with_size, sizes, "widths with a size beside `{name}`");
    }
    assert_eq!(shelf(&window).await.len(), 1);
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_beside_a_list_keeps_within_its_width() {
    let platform = Platform::start(false).await;
    let (mut desktop, window, account) = connected("beside", &platform).await;
    let made = platform.project(PROJECT).await;
    let (project, branch) = (text(&made["project"]["id"]), text(&made["branch"]["id"]));
    let place = format!("#/project?account={account}&id={project}");
    let name = text(&made["branch"]["name"]);
    for (width, height) in SIZES {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window
            .go(&format!("{place}&tab=branches&branch={branch}"))
            .await;
        window.sees("Comes from").await;
        one_line(&window, "main aside", "Suspend…").await;
        window.go(&format!("{place}&tab=computes")).await;
        window.press(&name).await;
        window.sees("Direct host").await;
        one_line(&window, "main aside", "Suspend…").await;
        window.press("Suspend…").await;
        window.sees_dialog().await;
        one_line(&window, "[role=alertdialog], [role=dialog]", "Cancel").await;
        window.press("Cancel").await;
        window.no_dialog().await;
        window.go(&format!("{place}&tab=overview")).await;
        window.sees("Connect").await;
        for tab in ["psql", "Code"] {
            window.press(tab).await;
            window.settled().await;
            assert_eq!(
                outside(&window, "[data-testid=connect-text]").await,
                json!([]),
                "{tab} at {width}"
            );
        }
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Each of the names is shown whole in a table, and whatever else is cut there ends with an ellipsis and tells the rest.
async fn fits(window: &Window, named: &[&str], at: &str) {
    window.settled().await;
    let script = "const faults = [];
        // The button in a header is a little larger than its words.
        const spare = each => each.getAttribute('role') === 'columnheader' ? 4 : 0;
        const cuts = each => getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + spare(each);
        const inCells = [...document.querySelectorAll('[role=gridcell], [role=columnheader]')]
            .filter(each => each.checkVisibility({ visibilityProperty: true }))
            .flatMap(each => [each, ...each.querySelectorAll('*:not(.visually-hidden)')]);
        if (inCells.length === 0) faults.push('there is no table');
        for (const name of arguments[0]) {
            const holders = inCells.filter(each => each.childElementCount === 0 && each.textContent === name);
            const isCut = holder => {
                for (let each = holder; each.getAttribute('role') !== 'row'; each = each.parentElement)
                    if (cuts(each)) return true;
                return false;
            };
            if (holders.length === 0) faults.push(`no cell names ${name}`);
            else if (holders.every(isCut)) faults.push(`${name} is cut`);
        }
        for (const each of inCells.filter(cuts)) {
            const inLine = [...each.querySelectorAll('*')].every(part => getComputedStyle(part).display === 'inline');
            const told = each.closest('[title]') ?? each.querySelector('[title]');
            if (getComputedStyle(each).textOverflow !== 'ellipsis' || !inLine)
                faults.push('cut within a letter: ' + each.innerText);
            else if (!told) faults.push('told nowhere: ' + each.innerText);
        }
        for (const grid of document.querySelectorAll('[role=grid], [role=treegrid]'))
            if (grid.parentElement.scrollWidth > grid.parentElement.clientWidth) faults.push('a table scrolls sideways');
        return [...new Set(faults)]";
    let faults = window.script(script, vec![json!(named)]).await;
    assert_eq!(faults, json!([]), "{at}");
}

/// The buttons beside this one stand at its height.
async fn one_line(window: &Window, within: &str, button: &str) {
    window.settled().await;
    let script = "const all = [...document.querySelectorAll(arguments[0])].flatMap(each => [...each.querySelectorAll('button')]);
        const one = all.find(each => each.innerText.trim() === arguments[1]);
        return all.filter(each => one.parentElement.contains(each))
            .map(each => [each.innerText.trim(), each.getBoundingClientRect().top])";
    let buttons = window
        .script(script, vec![json!(within), json!(button)])
        .await;
    let buttons = buttons.as_array().unwrap();
    assert!(buttons.len() > 1, "beside {button}: {buttons:?}");
    for each in buttons {
        assert_eq!(each[1], buttons[0][1], "not in one line: {buttons:?}");
    }
}

/// The texts in such a part that reach over its edge, and are not scrolled or shortened within it.
async fn outside(window: &Window, part: &str) -> Value {
    window.settled().await;
    let script = "return [...document.querySelectorAll(arguments[0])].flatMap(part => {
            const edge = part.getBoundingClientRect().right;
            const kept = each => {
                for (let it = each.parentElement; it !== part; it = it.parentElement)
                    if (getComputedStyle(it).overflowX !== 'visible') return true;
                return false;
            };
            const reaches = each => each.getBoundingClientRect().right > edge + 1
                || (each.scrollWidth > each.clientWidth + 1 && !/inline/.test(getComputedStyle(each).display)
                    && getComputedStyle(each).overflowX === 'visible');
            return [...part.querySelectorAll('*:not(.visually-hidden)')]
                .filter(each => reaches(each) && !kept(each)).map(each => `<${each.tagName}> ${each.innerText}`);
        })";
    window.script(script, vec![json!(part)]).await
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
