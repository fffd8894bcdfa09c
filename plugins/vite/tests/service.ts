import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request that the service got. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
}

/** Answers one request; `number` counts from 1. */
export type Answer = (response: http.ServerResponse, number: number) => void;

/** An instant service that answers as a test says, until that ends. */
export async function service(answer: Answer = created): Promise<{ url: string; requests: Received[] }> {
  const requests: Received[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const part of request) {
      body += part;
    }
    requests.push({ method: request.method, url: request.url, body });
    answer(response, requests.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** The record of the numbered database, as the specification has it. */
export function record(number: number): Record<string, unknown> {
  return {
    id: `01990000-0000-7000-8000-00000000000${number}`,
    status: "UNCLAIMED",
    neon_project_id: "quiet-sea-12345678",
    connection_string: `postgresql://svcdb_owner:s3cret@ep-quiet-sea-${number}-pooler.us-east-2.example.com/svcdb?channel_binding=require&sslmode=require`,
    claim_url: `https://instant.example.com/claim/${number}`,
    expires_at: "2030-01-04T00:00:00.123Z",
    created_at: "2030-01-01T00:00:00.123Z",
    updated_at: "2030-01-01T00:00:00.123Z",
  };
}

export function created(response: http.ServerResponse, number: number): void {
  json(response, 200, record(number));
}

export function json(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** The lines that are written for the numbered database with all defaults. */
export function lines(number: number, { key = "DATABASE_URL", prefix = "VITE_" } = {}): string[] {
  const host = `ep-quiet-sea-${number}`;
  const rest = "us-east-2.example.com/svcdb?channel_binding=require&sslmode=require";
  return [
    "# Temporary database, expires at 2030-01-04T00:00:00Z",
    `# Claim it to keep it: https://instant.example.com/claim/${number}`,
    `${key}="postgresql://svcdb_owner:s3cret@${host}-pooler.${rest}"`,
    `${key}_DIRECT="postgresql://svcdb_owner:s3cret@${host}.${rest}"`,
    `${prefix}POSTGRES_CLAIM_URL=https://instant.example.com/claim/${number}`,
  ];
}

/** An address at which nobody listens. */
export async function unused(): Promise<string> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}
