/** A small project with a server of two tools and a skill, each with cases, for the tests of `haft eval`. */
import { temporaryFolder } from './folder.ts';

const tool = (name: string, does: string, when: string, cases: string, example = when): string => `
  - name: ${name}
    description: { does: ${does}, when: ${when}, examples: [${example}] }
    effects: read
    parameters: { city: { type: string, description: Name of the city., default: Oslo } }
    command: { argv: [printf, "%s", "{city}"], stdout: text, result: { text: "" } }
    evals:${cases}
      - { query: sing me a song, expect: none }`;

/** The beginning of a server, up to its tools. */
export const CLOCK = `kind: server
name: clock
version: 1.0.0
title: Clock
summary: Tells times and weather.
tools:`;

/** A tool about a city whose cases are requests, as an item of `tools:`. */
export const cityTool = (name: string, does: string, when: string, cases: readonly string[]): string =>
  tool(name, does, when, cases.map((query) => `\n      - { query: "${query}" }`).join(''), `"${cases[0]}, please"`);

/** The texts that a test changes. */
interface ClockTexts {
  readonly time?: string;
  readonly cases?: string;
}

export function clockSpec({ time = 'Reads the clock of a city.', cases = '' }: ClockTexts = {}): string {
  return `${CLOCK}${tool(
    'get_time',
    time,
    'the user wants to know how late it is',
    `
      - { query: what time is it in Oslo, arguments: { city: Oslo } }
      - { query: what time do they have in Lima }${cases}`,
  )}${tool(
    'get_weather',
    'Reads the weather report of a city.',
    'the user asks for rain or sun',
    `
      - { query: will it rain in Oslo }`,
  )}
`;
}

export const PACKING = `kind: skill
name: pack-suitcase
version: 1.0.0
description:
  does: Lists what to pack for a journey.
  when: the user is about to travel.
  triggers: [pack my bag, what do I need to take along]
  not_for: [{ case: booking a journey }]
context: The user travels soon.
steps:
  - Ask where the journey goes.
  - List what to pack.
never:
  - Do not book anything.
evals:
  - { input: help me pack for Rome, expected_behavior: [Lists clothes.], should_trigger: true }
  - { input: what is a suitcase, should_trigger: false }
`;

/** A release asks for five cases of each tool. */
export const FEW_CASES = 'rules: { tool/evals-count: off }\n';

export function clockProject(texts: ClockTexts, config: string): string {
  return temporaryFolder({
    'specs/clock.yaml': clockSpec(texts),
    'specs/pack.yaml': PACKING,
    'haft.yaml': `${config}${FEW_CASES}`,
  });
}
