import type { Command, Message, TypingOutcome } from './commands.ts';
import { Typists } from './typists.ts';

// The load generator's process: runs the commands of the benchmark one after the other.
const typists = new Typists();
let last = Promise.resolve();

process.on('message', (command: Command) => {
  last = last.then(() => run(command));
});
process.on('disconnect', () => process.exit(0));

async function run(command: Command): Promise<void> {
  try {
    send({ kind: 'done', outcome: await execute(command) });
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

async function execute(command: Command): Promise<TypingOutcome | null> {
  switch (command.kind) {
    case 'connect':
      await typists.connect(command.protocol, command.targets, command.style);
      return null;
    case 'fill':
      await typists.fill(command.rooms, command.edits);
      return null;
    case 'type':
      return typists.type(command.pace, (isOn) => send({ kind: 'counting', isOn }));
  }
}

function send(message: Message): void {
  process.send?.(message);
}
