import { type LoopbackOptions, startServers } from './server.ts';

// The process of the loopback hub: says where it listens, and ends with its parent's end of the pipe.
const servers = await startServers(JSON.parse(process.argv[2] ?? '{}') as LoopbackOptions);
process.stdout.write(`${JSON.stringify({ url: servers.url, cdn: servers.cdn })}\n`);
process.stdin.on('end', () => servers.close()).resume();
