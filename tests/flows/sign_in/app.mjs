// An app under development: it logs its users in by openid-client, which is a certified client of OpenID Connect, and checks
// its tokens by jose, as an API would. The same program is the browser: it follows the redirects and fills in the forms.

import { once } from "node:events";
import { createServer } from "node:http";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as client from "openid-client";

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const steps = JSON.parse(process.env.STEPS);

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const app = `http://localhost:${server.address().port}`;
const redirectUri = `${app}/callback`;

const config = await client.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  CLIENT_SECRET || undefined,
  CLIENT_SECRET ? undefined : client.None(),
  { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
);

const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const nonce = client.randomNonce();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: "openid profile email offline_access",
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
  nonce,
});

const callback = await browse(address, steps);
const options = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
try {
  const tokens = await client.authorizationCodeGrant(config, callback, options);
  const claims = tokens.claims();
  const user = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri));
  const expected = { issuer: ISSUER, audience: CLIENT_ID, typ: "at+jwt" };
  const access = await jwtVerify(tokens.access_token, keys, expected);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token);
  const again = {
    code: await refused(() => client.authorizationCodeGrant(config, callback, options)),
    refreshToken: await refused(() => client.refreshTokenGrant(config, tokens.refresh_token)),
    afterThat: await refused(() => client.refreshTokenGrant(config, renewed.refresh_token)),
  };
  const alg = access.protectedHeader.alg;
  print({ claims, user, access: access.payload, alg, renewed: renewed.claims().sub, again });
} catch (error) {
  print({ error: error.error, why: error.error_description });
}
server.close();

/** Opens the address, sends each form, and gives the address that the app's callback was opened with. */
async function browse(address, steps) {
  let cookie = "";
  const open = async (url, init = {}) => {
    const reply = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return reply;
  };
  let reply = await open(address);
  for (const { form, ...fields } of steps) {
    const page = await reply.text();
    const action = new RegExp(`action="([^"]*/${form})"`).exec(page);
    if (!action) throw new Error(`no form ${form} in ${page}`);
    const request = /name="request" value="([^"]*)"/.exec(page)[1];
    const headers = { origin: new URL(ISSUER).origin };
    const body = new URLSearchParams({ request, ...fields });
    reply = await open(new URL(action[1], ISSUER), { method: "POST", headers, body });
  }
  const location = reply.headers.get("location");
  if (!location?.startsWith(redirectUri)) throw new Error(`not sent back: ${reply.status} ${await reply.text()}`);
  const called = once(server, "request");
  await Promise.all([
    fetch(location).then((it) => it.text()),
    called.then(([, response]) => response.end("Signed in")),
  ]);
  const [request] = await called;
  return new URL(request.url, app);
}

async function refused(act) {
  try {
    await act();
    return "allowed";
  } catch (error) {
    return error.error;
  }
}

function print(result) {
  console.log(JSON.stringify(result));
}
