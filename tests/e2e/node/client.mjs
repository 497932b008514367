// The official client for Node, pointed at the service: what it gets, as one line of JSON.
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.argv[2], apiKey: process.argv[3], maxRetries: 0 });
const history = [{ role: "user", content: "My sister came to see me." }];
const model = "aria";
const told = {};

told.models = [];
for await (const each of client.models.list()) told.models.push(each.id);

const whole = await client.chat.completions.create({ model, messages: history });
told.whole = whole.choices[0].message.content;
told.usage = whole.usage.total_tokens;

history.push(whole.choices[0].message, { role: "user", content: "She stays until Sunday." });
const stream = await client.chat.completions.create({ model, messages: history, stream: true });
told.streamed = "";
for await (const event of stream) told.streamed += event.choices[0]?.delta?.content ?? "";

history.push({ role: "assistant", content: told.streamed }, { role: "user", content: "How warm?" });
const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }];
const calling = client.chat.completions.stream({ model, messages: history, tools });
const called = (await calling.finalChatCompletion()).choices[0].message;
told.tool = called.tool_calls[0].function.name;
history.push(called, { role: "tool", tool_call_id: called.tool_calls[0].id, content: "22" });
const answer = await client.chat.completions.create({ model, messages: history, tools });
told.answer = answer.choices[0].message.content;

const vectors = await client.embeddings.create({ model, input: ["yoga", "swim"] });
told.dimensions = vectors.data.map((each) => each.embedding.length);

try {
  await client.chat.completions.create({ model: "none", messages: [] });
} catch (error) {
  told.error = { name: error.constructor.name, status: error.status, code: error.code };
}
try {
  const other = new OpenAI({ baseURL: process.argv[2], apiKey: "wrong", maxRetries: 0 });
  await other.models.list();
} catch (error) {
  told.refused = { name: error.constructor.name, status: error.status, code: error.code };
}
console.log(JSON.stringify(told));
