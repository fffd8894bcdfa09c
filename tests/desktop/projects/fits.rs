//! Names are read whole at every size of the window, and nothing ends in the middle of a letter.

use serde_json::{Value, json};
use testkit::shot::Part;
use testkit::until_that;

use super::{connected, get};

use crate::accounts::Platform;
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::{one_click, temporary_list};

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
    let branch = get(&platform, &format!("/projects/{project}/branches")).await;
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
    let (organization, _) = crate::keys::organization(&platform).await;
    let shared_key = json!({ "name": KEY, "organizationId": organization, "projectId": null });
    for (command, arguments) in [
        ("branch_create", of(json!({ "create": create }))),
        ("role_create", on(json!({ "name": ROLE, "noLogin": false }))),
        (
            "database_create",
            on(json!({ "name": DATABASE, "owner": ROLE })),
        ),
        ("key_create", of(json!({ "request": key }))),
        ("key_create", of(json!({ "request": shared_key }))),
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
            (format!("{place}&tab=history"), &[BRANCH]),
            ("#/history".to_owned(), &[]),
            ("#/keys".to_owned(), &[KEY]),
            (format!("#/keys?tab={organization}"), &[KEY]),
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
async fn the_list_has_its_names_whole_and_the_sizes_of_short_ones() {
    let mut desktop =
        Desktop::start("list-fits", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let size = "return [...document.querySelectorAll('[role=columnheader]')].some(each => each.ariaLabel === 'Size')";
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
            fits(&window, &[name], &format!("the list at {width}")).await;
            for tab in ["psql", "Code"] {
                window.press(tab).await;
                let at = format!("{tab} at {width}");
                assert_eq!(outside(&window, "main aside").await, json!([]), "{at}");
            }
            with_size += usize::from(window.script(size, Vec::new()).await == true);
        }
        assert_eq!(with_size, sizes, "widths with a size beside `{name}`");
    }
    assert_eq!(temporary_list(&window).await.len(), 1);
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
        window.sees("Origin").await;
        one_line(&window, "main aside", "Suspend…").await;
        // Under the pane the list has no scrollbar, which would be painted over the pane.
        let script = "return getComputedStyle(document.querySelector('[role=treegrid]').parentElement).scrollbarWidth";
        let bar = window.script(script, Vec::new()).await;
        let expected = if width > 1000 { "thin" } else { "none" };
        assert_eq!(bar, expected, "the list beside the pane at {width}");
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

#[tokio::test(flavor = "multi_thread")]
async fn names_that_have_no_room_take_none_from_other_columns() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let (project, main) = (text(&made["project"]["id"]), text(&made["branch"]["id"]));
    platform.settled().await;
    let wide = format!("preview/{}", "W".repeat(50));
    let mut parent = main.clone();
    for name in [BRANCH, PROJECT, wide.as_str()] {
        let body = json!({ "branch": { "parent_id": parent, "name": name } });
        let path = format!("/projects/{project}/branches");
        let made = platform.send("POST", &path, body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        platform.settled().await;
        parent = text(&made.json()["branch"]["id"]);
    }
    let (mut desktop, window, account) = connected("no-room", &platform).await;
    let place = format!("#/project?account={account}&id={project}&tab=branches&branch={main}");
    for (width, height) in SIZES {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window.go(&place).await;
        window.sees("Origin").await;
        window.sees(&wide).await;
        fits(&window, &[], &format!("beside the pane at {width}")).await;
        let script = "return [...document.querySelectorAll('[role=columnheader]')].some(each => each.ariaLabel === 'State')";
        let has_state = window.script(script, Vec::new()).await;
        assert_eq!(has_state, true, "the state beside it at {width}");
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_of_psql_keeps_within_its_dialog() {
    let platform = Platform::start(false).await;
    let unbroken = "customer_analytics_".repeat(10);
    let made = platform.project(&unbroken).await;
    let project = text(&made["project"]["id"]);
    let (mut desktop, window, account) = connected("psql-fits", &platform).await;
    for (width, height) in SIZES {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window.go_to_project(&account, &project, "overview").await;
        window.sees("Connect").await;
        window
            .press(&format!("More ways to use {unbroken} / main"))
            .await;
        window.press("Open psql with arguments…").await;
        window.sees_dialog().await;
        within_dialog(&window, &format!("as it opens at {width}")).await;
        let typed = format!("\"{unbroken}");
        window.fill("psql arguments optional", &typed).await;
        window.key("\u{e007}").await;
        window.sees("Unclosed").await;
        within_dialog(&window, &format!("refused at {width}")).await;
        window.press("Close").await;
        window.discard().await;
        window.no_dialog().await;
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_menu_is_above_the_table_that_scrolls_under_it() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = 80;
    })
    .await;
    let (mut desktop, window, _) = connected("menu-fits", &platform).await;
    for (width, height) in SIZES {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window.sees("80 projects").await;
        window.no_skeleton().await;
        let script = "const scroller = document.querySelector('[role=grid]').parentElement;
            scroller.scrollTop = 40;
            scroller.querySelectorAll('[role=row][data-index]')[3].querySelector('[aria-haspopup=menu]').click();";
        window.script(script, Vec::new()).await;
        above_the_table(&window, 0.0, &format!("of a row at {width}")).await;
        window.key("\u{e00c}").await;
        no_menu(&window).await;
        // At the pointer, on the table's own scrollbar, which is at its widest there.
        let beside = |from_edge: u32| Part {
            x: width - from_edge,
            y: 300,
            width: 2,
            height: 200,
        };
        window
            .until("the scrollbar is under the pointer", || async {
                for from_edge in [20, 5] {
                    desktop.point_at(i16::try_from(width - from_edge).unwrap(), 300);
                }
                let shot = desktop.shot();
                shot.colours(beside(12)) != shot.colours(beside(18))
            })
            .await;
        let script = "const scroller = document.querySelector('[role=grid]').parentElement;
            scroller.scrollTop = 60;
            const row = [...scroller.querySelectorAll('[role=row][data-index]')][3];
            const at = { clientX: scroller.getBoundingClientRect().right - 4, clientY: row.getBoundingClientRect().top + 8 };
            row.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true, button: 2 }));";
        window.script(script, Vec::new()).await;
        above_the_table(&window, 10.0, &format!("at the pointer at {width}")).await;
        // Its two edges have nothing but its ground, as soon as the scrollbar that the pointer left has faded.
        let script = "const box = document.querySelector('[role=menu]').getBoundingClientRect();
            return [box.left + 1, box.right - 3].map(x => [x, box.top + 10, box.height - 20].map(Math.ceil))";
        let edges = window.script(script, Vec::new()).await;
        let edge = |at: usize| {
            let [x, y, height] = [0, 1, 2].map(|each| whole(&edges[at][each]));
            Part {
                x,
                y,
                width: 2,
                height,
            }
        };
        window
            .until("nothing is painted over the menu", || async {
                let shot = desktop.shot();
                let [left, right] = [edge(0), edge(1)].map(|edge| shot.colours(edge));
                left.len() == 1 && left == right
            })
            .await;
        window.key("\u{e00c}").await;
        no_menu(&window).await;
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Nothing in the open dialog is wider than the dialog, nor has to be scrolled sideways; the hint of its field is there.
async fn within_dialog(window: &Window, at: &str) {
    assert_eq!(
        outside(window, "[role=dialog]").await,
        json!([]),
        "psql {at}"
    );
    let script = "const dialog = document.querySelector('[role=dialog]');
        const hints = [...dialog.querySelectorAll('input')]
            .flatMap(each => (each.getAttribute('aria-describedby') ?? '').split(' '))
            .map(id => document.getElementById(id)).filter(each => each !== null);
        const wider = [dialog, ...dialog.querySelectorAll('*:not(input, .visually-hidden)')].filter(each =>
            !/inline/.test(getComputedStyle(each).display) && each.clientWidth > 0 && each.scrollWidth > each.clientWidth);
        return [hints.some(each => each.innerText.includes('--csv')), wider.map(each => `<${each.tagName}> ${each.innerText}`)]";
    let found = window.script(script, Vec::new()).await;
    assert_eq!(found, json!([true, []]), "psql {at}");
}

/// Whatever is pointed at on the right edge of the open menu is the menu. It lies over a table that scrolls, and over so
/// many pixels of that table's right edge.
async fn above_the_table(window: &Window, of_edge: f64, at: &str) {
    window
        .until("a menu is open", || async {
            super::number_of(window, "[role=menu]").await == 1
        })
        .await;
    window.settled().await;
    let script = "const menu = document.querySelector('[role=menu]');
        const scroller = document.querySelector('[role=grid]').parentElement;
        const box = menu.getBoundingClientRect(), under = scroller.getBoundingClientRect();
        const faults = [];
        if (scroller.scrollHeight <= scroller.clientHeight) faults.push('the table does not scroll');
        if (box.right < under.left || box.bottom < under.top || box.top > under.bottom) faults.push('the menu is beside the table');
        if (arguments[0] > 0 && box.right < under.right - arguments[0]) faults.push(`the menu ends ${under.right - box.right} before the edge`);
        for (const x of [box.right - 2, box.right - 8, box.right - 14])
            for (let y = box.top + 8; y < box.bottom - 8; y += 6) {
                const found = document.elementFromPoint(x, y);
                if (!menu.contains(found)) faults.push(`${x} ${y} is <${found?.tagName}> ${found?.className}`);
            }
        return faults";
    let faults = window.script(script, vec![json!(of_edge)]).await;
    assert_eq!(faults, json!([]), "the menu {at}");
}

async fn no_menu(window: &Window) {
    window
        .until("no menu is open", || async {
            super::number_of(window, "[role=menu]").await == 0
        })
        .await;
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
            // A name that can be cut in its middle stands there in two parts, and whole for those who hear it.
            const isHolder = each => each.childElementCount === 0
                ? each.textContent === name
                : each.lastElementChild.matches('.visually-hidden') && each.lastElementChild.textContent === name;
            const holders = inCells.filter(isHolder);
            const isCut = holder => {
                if ([...holder.querySelectorAll('[aria-hidden]')].some(cuts)) return true;
                for (let each = holder; each.getAttribute('role') !== 'row'; each = each.parentElement)
                    if (cuts(each)) return true;
                return false;
            };
            if (holders.length === 0) faults.push(`no cell names ${name}`);
            else if (holders.every(isCut)) faults.push(`${name} is cut`);
        }
        for (const each of inCells.filter(cuts)) {
            const inLine = [...each.querySelectorAll('*')].every(part => getComputedStyle(part).display === 'inline');
            const title = each.closest('[title]') ?? each.querySelector('[title]');
            if (getComputedStyle(each).textOverflow !== 'ellipsis' || !inLine)
                faults.push('cut within a letter: ' + each.innerText);
            else if (!title) faults.push('told nowhere: ' + each.innerText);
        }
        for (const grid of document.querySelectorAll('[role=grid], [role=treegrid]'))
            if (grid.parentElement.scrollWidth > grid.parentElement.clientWidth) faults.push('a table scrolls sideways');
        return [...new Set(faults)]";
    // The screen before may have named them too, and still be there.
    let look = async || window.script(script, vec![json!(named)]).await;
    let faults = until_that(at, look, |faults| {
        let is_there = |fault: &Value| {
            let fault = fault.as_str().unwrap();
            fault != "there is no table" && !fault.starts_with("no cell names")
        };
        faults.as_array().unwrap().iter().all(is_there)
    })
    .await;
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
            const isContained = each => {
                for (let it = each.parentElement; it !== part; it = it.parentElement)
                    if (getComputedStyle(it).overflowX !== 'visible') return true;
                return false;
            };
            const reaches = each => each.getBoundingClientRect().right > edge + 1
                || (each.scrollWidth > each.clientWidth + 1 && !/inline/.test(getComputedStyle(each).display)
                    && getComputedStyle(each).overflowX === 'visible');
            return [...part.querySelectorAll('*:not(.visually-hidden)')]
                .filter(each => reaches(each) && !isContained(each)).map(each => `<${each.tagName}> ${each.innerText}`);
        })";
    window.script(script, vec![json!(part)]).await
}

fn whole(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
