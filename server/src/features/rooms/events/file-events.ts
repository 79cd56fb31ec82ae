import * as contract from '@cip/contracts/rooms/files';
import type { AppContext } from '../../../context.ts';
import * as files from '../../documents/files/files.service.ts';
import type { RoomMember } from '../room-member.ts';
import { handle, type RegisteredEvent } from './socket-events.ts';

/** Returns the handlers of the events about files; `memberOf` returns the sender, or throws before they joined. */
export function fileEvents<Caller>(
  ctx: AppContext,
  memberOf: (caller: Caller) => RoomMember,
): RegisteredEvent<Caller>[] {
  return [
    handle(contract.createFile, (caller: Caller, file) => files.createFile(ctx, memberOf(caller), file)),
    handle(contract.renameFile, (caller: Caller, file) => files.renameFile(ctx, memberOf(caller), file)),
    handle(contract.deleteFile, (caller: Caller, file) => files.deleteFile(ctx, memberOf(caller), file)),
    handle(contract.restoreFile, (caller: Caller, file) => files.restoreFile(ctx, memberOf(caller), file)),
    handle(contract.allowFiles, (caller: Caller, { isAllowed }) => files.allowFiles(ctx, memberOf(caller), isAllowed)),
  ];
}
