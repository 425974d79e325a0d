// A model behind chat completions that calls get_weather for rain, nothing for a song, and get_time otherwise. For a request with a word of its first argument (JSON) it does what is there: `status`, `body` and `headers`, `closes`, or `size` of a response. With a second argument it counts those tokens (JSON) or none. GET: the number of requests.
import { createServer } from 'node:http';

const [, , rules = '{}', counts = ''] = process.argv;
const ODD = Object.entries(JSON.parse(rules));
let requests = 0;

function answerTo(request) {
  const name = request.includes('rain') ? 'get_weather' : 'get_time';
  const call = { id: 'c', type: 'function', function: { name, arguments: '{"city":"Oslo"}' } };
  const message = request.includes('song')
    ? { role: 'assistant', content: 'La.' }
    : { role: 'assistant', content: null, tool_calls: [call] };
  const usage = counts === '' ? { prompt_tokens: 100, completion_tokens: 10 } : JSON.parse(counts);
  return { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

createServer(async (request, response) => {
  if (request.method === 'GET') return void response.end(String(requests));
  let text = '';
  for await (const chunk of request) text += chunk;
  requests += 1;
  const asked = JSON.parse(text).messages.at(-1).content;
  const [, odd] = ODD.find(([word]) => asked.includes(word)) ?? [];
  if (odd?.closes) return void request.socket.destroy();
  response.writeHead(odd?.status ?? 200, { 'content-type': 'application/json', ...odd?.headers });
  response.end(odd?.size ? 'x'.repeat(odd.size) : JSON.stringify(odd?.body ?? answerTo(asked)));
}).listen(0, '127.0.0.1', function listening() {
  console.log(this.address().port);
});
