// Sends what the platform's instant tools ask their service, and what its driver asks by HTTP, to the sandbox of
// SANDBOX_URL: node --import ./preload.mjs …
const services = ["neon.new", "www.neon.new", "pg.new", "instagres.com", "www.instagres.com"];
const sandbox = process.env.SANDBOX_URL;
const ask = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const isForSandbox = services.includes(url.hostname) || url.pathname === "/sql";
  if (!isForSandbox) throw new Error(`no other host is asked: ${url.host}`);
  const here = new URL(url.pathname + url.search, sandbox);
  return ask(input instanceof Request ? new Request(here, input) : here, init);
};
