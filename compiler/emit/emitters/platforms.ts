/** Emitters `worker` and `lambda`: a server over HTTP for platforms that call a function with each request. */
import type { Emitter } from '../emitter.ts';
import { withOffered } from '../server/offers.ts';
import { platformMjs } from '../server/server-mjs.ts';
import { servedSkills } from '../skill/served.ts';

function platform(id: 'worker' | 'lambda', title: string, what: string): Emitter {
  return {
    id,
    title,
    of: 'server',
    standard: false,
    paths: [[`servers/<name>/${id}.mjs`, what]],
    files(server, { carried }, { skills }) {
      const own = servedSkills(server, skills, carried);
      return [platformMjs(withOffered(server, skills, carried), own, id)];
    },
  };
}

export const worker = platform('worker', 'Workers', 'the server over HTTP as a module for Workers, Bun and Deno');

export const lambda = platform(
  'lambda',
  'Lambda functions',
  'the server over HTTP as a function of AWS Lambda with a URL',
);
