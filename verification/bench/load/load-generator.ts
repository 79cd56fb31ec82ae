import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import { CORE_OF_LOAD, spawnOn } from '../machine/cores.ts';
import type { Command, Message, Pace, ProtocolName, TypingOutcome } from './commands.ts';
import type { Seat } from './protocols/protocol.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** The load generator in its own process, the same for every server. */
export class LoadGenerator {
  readonly #child: ChildProcess = spawnOn(CORE_OF_LOAD, [MAIN], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  /** Takes seats; settles when all are in step with their servers. */
  async connect(protocol: ProtocolName, seats: Seat[]): Promise<void> {
    await this.#ask({ kind: 'connect', protocol, seats });
  }

  /** Types in all rooms; `counting` is told when what happens begins and stops to count. */
  async type(pace: Pace, counting: (isOn: boolean) => void): Promise<TypingOutcome> {
    const outcome = await this.#ask({ kind: 'type', pace }, counting);
    if (!outcome) throw new Error('Typing has an outcome.');
    return outcome;
  }

  /** Types so many edits in each of some rooms as fast as they are stored. */
  async fill(rooms: string[], edits: number): Promise<void> {
    await this.#ask({ kind: 'fill', rooms, edits });
  }

  /** Everybody is gone at once. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }

  #ask(command: Command, counting?: (isOn: boolean) => void): Promise<TypingOutcome | null> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        child.off('message', hear);
        child.off('exit', gone);
        act();
      };
      const hear = (message: Message) => {
        if (message.kind === 'counting') counting?.(message.isOn);
        else if (message.kind === 'failed') settle(() => reject(new Error(message.reason)));
        else settle(() => resolve(message.outcome));
      };
      const gone = () => settle(() => reject(new Error('The load generator ended by itself.')));
      child.on('message', hear);
      child.once('exit', gone);
      child.send(command);
    });
  }
}
