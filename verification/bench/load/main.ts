import type { Command, Message, TypingOutcome } from './commands.ts';
import { Typists } from './typists.ts';

// The load generator's own process: takes one command after the other from the benchmark.
const typists = new Typists();
let last = Promise.resolve();

process.on('message', (command: Command) => {
  last = last.then(() => obey(command));
});
process.on('disconnect', () => process.exit(0));

async function obey(command: Command): Promise<void> {
  try {
    say({ kind: 'done', outcome: await carryOut(command) });
  } catch (error) {
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

async function carryOut(command: Command): Promise<TypingOutcome | null> {
  switch (command.kind) {
    case 'connect':
      await typists.connect(command.protocol, command.seats);
      return null;
    case 'fill':
      await typists.fill(command.rooms, command.edits);
      return null;
    case 'type':
      return typists.type(command.pace, (isOn) => say({ kind: 'counting', isOn }));
  }
}

function say(message: Message): void {
  process.send?.(message);
}
