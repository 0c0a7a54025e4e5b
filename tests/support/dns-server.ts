import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const A = 1;
const TXT = 16;
const NAME_ERROR = 3;

/** A DNS server on a free port, which answers questions for TXT records from `records`, and for addresses (RFC 1035 §4). */
export async function openDnsServer() {
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string>();
  const find = (name: string, type: number): Buffer[] | undefined => {
    if (type === TXT)
      return records
        .get(name)
        ?.map((text) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]));
    const address = addresses.get(name);
    if (address === undefined) return undefined;
    return type === A ? [Buffer.from(address.split('.').map(Number))] : [];
  };
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    const type = question.readUInt16BE(end);
    const found = find(name, type);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (found ? 0 : NAME_ERROR), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found?.length ?? 0, 6);
    head.fill(0, 8);
    const answers = (found ?? []).map((data) => {
      const answer = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
      answer.writeUInt16BE(data.length, 10);
      return Buffer.concat([answer, data]);
    });
    socket.send(Buffer.concat([head, question.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = `127.0.0.1:${socket.address().port}`;
  return { records, addresses, address, close: async () => void socket.close() };
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}
