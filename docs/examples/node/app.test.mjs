import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startSandbox } from "./sandbox.mjs";

let sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.stop());

async function connect(t) {
  const client = new pg.Client(await sandbox.database());
  await client.connect();
  t.after(() => client.end());
  return client;
}

test("a note is kept", async (t) => {
  const db = await connect(t);
  await db.query("CREATE TABLE note (text text)");
  await db.query("INSERT INTO note VALUES ('hello')");
  const { rows } = await db.query("SELECT text FROM note");
  assert.deepEqual(rows, [{ text: "hello" }]);
});

test("another test has a database of its own", async (t) => {
  const db = await connect(t);
  const { rows } = await db.query("SELECT to_regclass('note') AS note");
  assert.equal(rows[0].note, null);
});
