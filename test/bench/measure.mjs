// What is measured of one server: its start, its calls over stdio and over HTTP, its memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import net from 'node:net';

const rpc = (id, method, params = {}) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const HELLO = rpc(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
});
const READY = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;
const CALL = { name: 'echo_text_0', arguments: { text: 'hello' } };

/** A server over stdio; `lines(n)` waits for n more lines. */
function open(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let count = 0;
  let wanted = Infinity;
  let wake = () => {};
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
    if (count >= wanted) wake();
  });
  const lines = (more) =>
    new Promise((resolve) => {
      wanted = count + more;
      wake = () => {
        wanted = Infinity;
        resolve();
      };
    });
  return { child, lines };
}

async function opened(args) {
  const server = open(args);
  const hello = server.lines(1);
  server.child.stdin.write(HELLO);
  await hello;
  server.child.stdin.write(READY);
  return server;
}

async function closed({ child }) {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** From the start of the process to its first list of tools, in milliseconds: on the clock, and of the processor (Linux). */
export async function start(args) {
  const begin = performance.now();
  const server = await opened(args);
  const list = server.lines(1);
  server.child.stdin.write(rpc(2, 'tools/list'));
  await list;
  const wall = performance.now() - begin;
  const cpu = started(server.child.pid);
  await closed(server);
  return { wall, cpu };
}

/** Calls a second one after the other, and with 64 at once; MiB after the first list and after all calls. */
export async function stdio(args, calls) {
  const server = await opened(args);
  const list = server.lines(1);
  server.child.stdin.write(rpc(2, 'tools/list'));
  await list;
  const idle = memory(server.child.pid);
  const block = Array.from({ length: 64 }, (_, n) => rpc(n + 10, 'tools/call', CALL)).join('');
  const pipeline = async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const answers = server.lines(64);
      server.child.stdin.write(block);
      await answers;
    }
  };
  await pipeline(Math.ceil(calls / 640));
  const rounds = Math.ceil(calls / 64);
  const before = processor(server.child.pid);
  const pipelined = await rate(rounds * 64, () => pipeline(rounds));
  const cpu = ((processor(server.child.pid) - before) / (rounds * 64)) * 1e6;
  const single = rpc(10, 'tools/call', CALL);
  const sequential = await rate(3000, async () => {
    for (let n = 0; n < 3000; n += 1) {
      const answer = server.lines(1);
      server.child.stdin.write(single);
      await answer;
    }
  });
  const after = memory(server.child.pid);
  await closed(server);
  return { pipelined, cpu, sequential, idle, after };
}

/** Requests a second over 16 connections, the 99th percentile in milliseconds, MiB afterwards. */
export async function http(args, requests) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  let port = '';
  while (port === '') {
    const [chunk] = await once(child.stderr, 'data');
    text += chunk;
    port = /http:\/\/[\d.]+:(\d+)/.exec(text)?.[1] ?? '';
  }
  child.stderr.resume();
  const body = rpc(1, 'tools/call', CALL).trim();
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\nContent-Length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.from(head + body);
  await load(port, bytes, requests / 10);
  const times = [];
  const before = processor(child.pid);
  const perSecond = await rate(requests, () => load(port, bytes, requests, times));
  const cpu = ((processor(child.pid) - before) / requests) * 1e6;
  times.sort((a, b) => a - b);
  const after = memory(child.pid);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return { perSecond, cpu, p99: times[Math.floor(times.length * 0.99)], after };
}

function load(port, bytes, requests, times = []) {
  let left = requests;
  const connection = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), '127.0.0.1').setNoDelay();
      let begin = 0;
      let rest = '';
      const next = () => {
        left -= 1;
        if (left < 0) socket.end(resolve);
        else {
          begin = performance.now();
          socket.write(bytes);
        }
      };
      socket.setEncoding('latin1').on('connect', next).on('error', reject);
      socket.on('data', (chunk) => {
        rest += chunk;
        if (!isWhole(rest)) return;
        if (!rest.startsWith('HTTP/1.1 200')) reject(new Error(rest));
        rest = '';
        times.push(performance.now() - begin);
        next();
      });
    });
  return Promise.all(Array.from({ length: 16 }, connection));
}

function isWhole(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}

async function rate(count, run) {
  const begin = performance.now();
  await run();
  return (count / (performance.now() - begin)) * 1000;
}

/** Seconds of processor time that a process has used, to a hundredth; other programs on the machine do not count. */
function processor(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Milliseconds of the processor that all threads have had, finer than the ticks of `stat`. */
function started(id) {
  const threads = readdirSync(`/proc/${id}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return times.reduce((sum, time) => sum + Number(time), 0) / 1e6;
}

function memory(id) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
