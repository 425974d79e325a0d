/** A project in which every name is a word of its own, in every place where one can be, and in literal texts that only look like one. */

/** Every place of a name; `quoted` writes one as YAML can. */
export function namedProject(quoted: (name: string) => string): Readonly<Record<string, string>> {
  const q = quoted;
  return {
    'haft.yaml': `choices:
  - name: both
    servers: [${q('house-air')}]
    skills: [${q('air-a-room')}]
    evals:
      - { query: how warm is the cellar, expect: ${q('measure_heat')}, arguments: { place_name: cellar } }
      - { query: air the cellar, expect: ${q('air-a-room')} }
`,
    'specs/air.yaml': `kind: server
name: ${q('house-air')}
version: 1.0.0
summary: Measures the air of a house.
transports: [stdio]
env:
  AIR_KEY: { description: Key of the house., secret: true }
  AIR_HOME: { description: Folder of the program. }
connections:
  gateway:
    base_url: https://air.example/api
    headers: { X-Key: "{env.AIR_KEY}", X-More: "a{env.AIR_KEY}b{{env.AIR_KEY}}" }
    on_unreachable: { error: The house does not answer., retry_hint: &again Call measure_heat again in a minute. }
  spare:
    base_url: https://spare.example/api
    on_unreachable: { error: The house does not answer., retry_hint: *again }
programs:
  printf: { env: [${q('AIR_HOME')}] }
definitions:
  Story: { type: integer, minimum: 0, maximum: 9, default: 1, description: Where in the house it is counted from the ground. }
tools:
  - name: ${q('measure_heat')}
    description:
      does: Measures how warm a room is.
      when: the user asks about the warmth of a room
      instead: [{ case: the user asks about moisture, use: ${q('measure_damp')} }]
      examples: [How warm is the kitchen?]
    effects: read
    parameters:
      ${q('place_name')}: { type: string, maxLength: 40, default: kitchen, description: Which room is measured. }
      ${q('scale_name')}: { type: string, enum: [c, f], default: c, description: Degrees Celsius or Fahrenheit. }
      ${q('story_number')}: { use: ${q('Story')} }
    http:
      connection: ${q('gateway')}
      request: "GET /heat/{place_name}"
      headers: { X-Scale: "-n{scale_name}{{scale_name}}" }
      query: { u: "{scale_name} {{scale_name}}", story: "{story_number}", "place_name": "the place_name" }
      translate: { ${q('scale_name')}: { c: celsius } }
      result: { where: { argument: ${q('place_name')} }, heat: /heat }
    evals:
      - { query: is it damp in the cellar, expect: ${q('measure_damp')} }
      - { query: how warm is the cellar, arguments: { ${q('place_name')}: cellar } }
      - query: and in the attic
        after:
          - { user: how damp is the cellar }
          - { call: ${q('measure_damp')}, arguments: { ${q('spot_name')}: cellar }, result: { text: "12" } }
      - { query: how cold is the attic, never: [${q('house-air.measure_damp')}] }
      - { query: "the {scale_name} of heat", expect: none }
  - name: ${q('measure_damp')}
    description:
      does: Measures how damp a room is.
      when: the user asks about moisture
      examples: [Is the air damp?]
    effects: read
    parameters:
      ${q('spot_name')}: { type: string, maxLength: 40, default: bath, description: "Which room, as measure_heat has it." }
    command:
      argv: [printf, "%s", "--room={spot_name}"]
      stdout: text
      result: { text: "" }
    evals:
      - { query: how damp is the cellar, expect: { any_of: [${q('measure_damp')}, ${q('measure_heat')}] } }
      - { query: is the bath damp }
      - { query: how moist is the attic }
      - { query: is there water in the air }
      - { query: what is the capital of France, expect: none }
resources:
  - { uri: "air://heat/{place_name}", name: heat, description: The warmth., tool: ${q('measure_heat')}, complete: { ${q('place_name')}: [bath] } }
prompts:
  - { name: airing, title: Airing, description: "Says how warm it is, with measure_heat.", messages: "Call \`measure_heat\` or house-air.measure_damp now." }
  - { skill: ${q('air-a-room')} }
`,
    'specs/air-a-room/skill.yaml': `kind: skill
name: ${q('air-a-room')}
version: 1.0.0
title: Air a room
description:
  does: Says when to air a room.
  when: the user wants fresh air
  not_for: [{ case: the warmth of one room, use: ${q('measure_heat')} }]
  triggers: [air the room, open a window]
context: |
  Damp air comes from cooking.
    Ask \`measure_damp\` for it, or
  \`house-air.measure_heat\`.
steps:
  - Ask with \`measure_damp\`, or \`house-air.measure_damp\`.
  - >-
    Then ask
    \`measure_heat\` as well.
never: [Open a window before \`measure_damp\` was called]
servers: [${q('house-air')}]
allowed_tools: [${q('measure_heat')}]
evals:
  - { input: Air the kitchen, expected_behavior: [Calls measure_damp first] }
  - { input: When do I open a window, expected_behavior: [Calls measure_damp first] }
  - { input: Translate this sentence, should_trigger: false }
`,
  };
}

/** Each name with another one, and the literal texts in which the old one stays. */
export const RENAMES: readonly (readonly [from: string, to: string, literals: number])[] = [
  ['measure_heat', 'measure_warmth', 0],
  ['measure_damp', 'measure_moisture', 0],
  ['house-air', 'home-air', 0],
  ['air-a-room', 'ventilate', 0],
  ['place_name', 'room_name', 2],
  ['scale_name', 'unit_name', 3],
  ['spot_name', 'room_name', 0],
  ['story_number', 'floor_number', 0],
  ['gateway', 'hub', 0],
  ['Story', 'Floor', 0],
  ['AIR_KEY', 'HOUSE_KEY', 1],
  ['AIR_HOME', 'HOUSE_HOME', 0],
];

/** A document with errors that have nothing to do with any name. */
export const UNRELATED = {
  'specs/other.yaml': `kind: server
name: other
version: 1.0.0
tools:
  - name: list_rooms
    description:
      does: Lists rooms.
      instead: [{ case: the user asks how warm it is, use: measure_heat }]
`,
};
