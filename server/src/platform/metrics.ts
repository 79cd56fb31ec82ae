import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of one node, for `/metrics`. Labels contain no name, code or room. */
export interface Metrics {
  registry: Registry;
  /** Time from receiving an edit to its acknowledgement (s). */
  editToAck: Histogram;
  /** Time from receiving an edit on another node to its relay on this one (s), by the two nodes' clocks. */
  editToPeer: Histogram;
  /** Refused requests, handshakes and events, with the error code. */
  refusals: Counter<'at' | 'code'>;
  /** Adds a gauge whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
}

/** Creates a node's registry, including the process's default metrics (event-loop delay, memory, CPU). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, buckets: SECONDS, registers: [registry] });
  return {
    registry,
    editToAck: histogram('edit_to_ack_seconds', 'From an edit to its durable acknowledgement'),
    editToPeer: histogram('edit_to_peer_seconds', 'From an edit on another node to its relay on this one'),
    refusals: new Counter({
      name: 'refusals_total',
      help: 'Refused requests, handshakes and events',
      labelNames: ['at', 'code'],
      registers: [registry],
    }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}
