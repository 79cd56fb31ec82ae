/**
 * Loads the room and the files that run its code. A file of its own, because the join card is smaller without the list
 * of all files.
 */
export const prepareRoom = () =>
  Promise.all([
    import('../room/candidate/CandidateRoom.tsx'),
    import('../room/runs/room-runs.ts'),
    import('../room/runs/RunPlace.tsx'),
  ]);
