// A model behind chat completions that takes every request for warmth, until a description says when to use get_humidity. As a writer it states the clause of its command line.
import { createServer } from 'node:http';

const [, , clause = ''] = process.argv;

function callFor({ tools, messages }) {
  const functions = tools.map((tool) => tool.function);
  if (functions.some(({ name }) => name === 'state_case')) return { name: 'state_case', arguments: { case: clause } };
  const isTold = functions.some(({ description }) => description.includes(clause));
  const isDamp = /damp|mould|wet/.test(messages.at(-1).content);
  return { name: isDamp && isTold ? 'get_humidity' : 'get_temperature', arguments: {} };
}

createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const call = callFor(JSON.parse(text));
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { ...call, arguments: JSON.stringify(call.arguments) } }],
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }),
  );
}).listen(0, '127.0.0.1', function listening() {
  console.log(this.address().port);
});
