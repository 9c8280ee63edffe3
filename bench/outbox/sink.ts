// An SMTP server in a thread of its own that counts emails and forgets them.
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';

let received = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, callback) => {
    stream.on('end', () => {
      received += 1;
      callback();
    });
    stream.resume();
  },
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.server.address() as AddressInfo).port));
parentPort?.on('message', () => parentPort?.postMessage(received));
