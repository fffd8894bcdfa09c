import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { expect, test } from "vitest";
import { Lock } from "../src/lock.ts";
import { Project } from "./project.ts";
import { created, lines, service } from "./service.ts";

const LOCK = ".env.plinth-vite-lock";
const HOUR = 3600;

test.for([
  ["whose process has ended", `${spawnSync("true").pid} ${os.hostname()} 1\n`, 0],
  ["that is old", `${process.pid} ${os.hostname()} 1\n`, HOUR],
  ["of another machine that is old", "1 elsewhere 1\n", HOUR],
  ["that was never written", "", HOUR],
] as const)("a lock %s is removed", async ([, owner, age]) => {
  const { url } = await service();
  const project = new Project();
  project.write(LOCK, owner);
  const written = Date.now() / 1000 - age;
  fs.utimesSync(project.path(LOCK), written, written);
  await project.serve(url);
  expect(project.files()).toEqual([".env"]);
  expect(project.read()).toBe(`${lines(1).join("\n")}\n`);
});

test.for([
  ["of a running process", `${process.pid} ${os.hostname()} 1\n`],
  ["of another machine", "1 elsewhere 1\n"],
  ["that is being written", ""],
] as const)("a lock %s is waited for", async ([, owner]) => {
  const { url, requests } = await service();
  const project = new Project();
  project.write(LOCK, owner);
  const waiting = "info: Waiting for another development server, which is creating a database";
  const starting = project.serve(url);
  await expect.poll(() => project.said).toEqual([waiting]);
  project.write(".env", "DATABASE_URL=theirs\n");
  fs.rmSync(project.path(LOCK));
  await starting;
  expect([requests, project.read(), project.said]).toEqual([[], "DATABASE_URL=theirs\n", [waiting]]);
});

test("who finds the same stale lock at once gets it one after the other", async () => {
  const project = new Project();
  for (let round = 0; round < 20; round += 1) {
    project.write(LOCK, `${spawnSync("true").pid} ${os.hostname()} 1\n`);
    let holders = 0;
    let most = 0;
    const hold = async () => {
      const lock = await Lock.acquire(project.folder, () => {});
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      holders -= 1;
      await lock.release();
    };
    await Promise.all([hold(), hold(), hold(), hold(), hold()]);
    expect([most, project.exists(LOCK)]).toEqual([1, false]);
  }
});

test("a lock that another process took is noticed, and nothing is written", async () => {
  const project = new Project();
  const { url } = await service((response, number) => {
    project.write(LOCK, "1 elsewhere 1\n");
    created(response, number);
  });
  await project.serve(url);
  expect(project.files()).toEqual([LOCK]);
  expect(project.said.join("\n")).toContain("Claim it to keep it: https://instant.example.com/claim/1");
});
