import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { latency } from '../load/latencies.ts';
import type { Latency } from '../load/commands.ts';

/** A request of the benchmark; `body` is JSON. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: string;
}

/** Requests of a fixed number of connections, each sending its next one after a reply. */
export interface Throughput {
  requests: number;
  perSecond: number;
  time: Latency;
  /** Replies that were not 2xx. */
  failures: number;
}

/** Connections that send requests at the same time. */
const CONNECTIONS = 16;

/** Sends requests for some seconds. `next` returns the following request. */
export async function sendRequests(url: string, seconds: number, next: () => ApiRequest): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let failures = 0;
  const from = performance.now();
  const until = from + seconds * 1_000;
  const connection = async () => {
    for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
      const { status } = await send(agent, url, next());
      times.push(performance.now() - sentAt);
      if (status < 200 || status > 299) failures++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const elapsed = performance.now() - from;
  agent.destroy();
  return { requests: times.length, perSecond: (times.length / elapsed) * 1_000, time: latency(times), failures };
}

/** Sends one request and returns its reply. */
export async function readReply(url: string, asked: ApiRequest): Promise<{ status: number; body: unknown }> {
  const agent = new Agent();
  const { status, body } = await send(agent, url, asked);
  agent.destroy();
  return { status, body: JSON.parse(body) };
}

async function send(agent: Agent, url: string, { method, path, token, body }: ApiRequest) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${url}/api${path}`, { agent, method, headers }, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  return { status: reply.statusCode ?? 0, body: await text(reply) };
}
