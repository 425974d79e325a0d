/** The process: one face, which words from the test replace. */
import { pipeJournal } from '../journal.ts';
import { runDouble } from '../run.ts';
import { RUNNERS, SHAPES, TROUBLES } from './constants.ts';
import type { Face } from './constants.ts';
import { createRunner } from './server.ts';

let face = readFace(process.argv[2] ?? '');

function readFace(words: string): Face {
  const { runner, trouble, shape, text } = JSON.parse(words) as Partial<Face>;
  const known = RUNNERS.find((one) => one === runner);
  const wrong = TROUBLES.find((one) => one === trouble);
  const told = SHAPES.find((one) => one === shape);
  if (known === undefined || wrong === undefined || told !== shape) throw new Error(`The double has no face ${words}`);
  return { runner: known, trouble: wrong, ...(told && { shape: told }), ...(text !== undefined && { text }) };
}

runDouble(
  createRunner(() => face, pipeJournal),
  0,
  (words) => (face = readFace(words)),
);
