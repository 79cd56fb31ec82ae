import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The figures of one node, for `/metrics`. They carry no name, code or room. */
export interface Metrics {
  registry: Registry;
  /** From an edit's arrival to its acknowledgement, in seconds. */
  editToAck: Histogram;
  /** From an edit's arrival on another node to its relay here, in seconds of the two nodes' clocks. */
  editToPeer: Histogram;
  /** What callers were refused: where, and the code they were told. */
  refusals: Counter<'at' | 'code'>;
  /** Tells a figure whenever it is asked for. */
  gauge(name: string, help: string, read: () => number): void;
}

/** Makes a node's own registry, with the process's figures (event-loop delay, memory, CPU) in it. */
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
      help: 'What callers were refused',
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
