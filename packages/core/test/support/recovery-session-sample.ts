import { openRecord, openSession, recordPath, type Spillway } from '@spillway/core';

/** Asks one question in a conversation that may have begun in another process. */
export async function ask(url: string, folder: string, spillway: Spillway, question: string): Promise<string> {
  const record = await openRecord(recordPath(folder, 'incident-7')); // one writer at a time
  try {
    const session = await openSession({ record, spillway, format: 'openai-chat' });
    await session.append({ role: 'user', content: question });
    const base = { model: 'gpt-5', max_completion_tokens: 1_000 }; // all of the request but its messages
    const response = await session.send(base, (body) =>
      fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) }),
    );
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
    const { choices } = (await response.json()) as { choices: { message: { role: string; content: string } }[] };
    const message = choices[0]?.message ?? { role: 'assistant', content: '' };
    await session.append(message);
    await record.sync(); // at the end of a turn: survives a crash of the machine, too
    return message.content;
  } finally {
    await record.close();
  }
}
