import { ROOMS_NAMESPACE, type Handshake } from '@cip/contracts/rooms/rooms';

/** Joins a room over Engine.IO's HTTP polling, and sends no further request. */
export async function joinByPolling(url: string, auth: Handshake): Promise<void> {
  const engine = `${url}/socket.io/?EIO=4&transport=polling`;
  const opening = await (await fetch(engine)).text();
  const { sid } = JSON.parse(opening.slice(1)) as { sid: string };
  const address = `${engine}&sid=${sid}`;
  const send = (packet: string) => fetch(address, { method: 'POST', body: packet });
  const receive = async (text: string) => {
    for (let received = ''; !received.includes(text);) received += await (await fetch(address)).text();
  };
  await send(`40${ROOMS_NAMESPACE},${JSON.stringify(auth)}`);
  await receive('40');
  await send(`42${ROOMS_NAMESPACE},${JSON.stringify(['subscribe', { channel: auth.roomCode }])}`);
  await receive('subscription:succeeded');
}
