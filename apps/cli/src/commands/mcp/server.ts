import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type VigiaClient, VigiaError } from '@vigia/client';
import { MCP_MESSAGES } from './messages.es.ts';
import { type Tool, type ToolContext, ToolRefusal } from './tool.ts';

/** Largest number of values in the input of one call. No tool needs more than ten. */
const INPUT_ELEMENTS_MAX = 100;

/**
 * Creates the MCP server with these tools.
 * @param complain receives faults of the program, for stderr: stdout belongs to the protocol
 */
export function createMcpServer(
  client: VigiaClient,
  tools: readonly Tool[],
  version: string,
  complain: (line: string) => void,
): McpServer {
  const server = new McpServer(
    { name: 'vigia', title: 'Vigía', version },
    { instructions: MCP_MESSAGES.instructions, maxToolInputElements: INPUT_ELEMENTS_MAX },
  );
  for (const tool of tools) {
    const { name, title, description, input, isReadOnly } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: true };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given, { signal }) =>
      answerOf(tool, given, { client, signal }, complain),
    );
  }
  return server;
}

/** Runs a tool. A failure is returned as a result, so that the assistant can report the reason. */
async function answerOf(tool: Tool, given: unknown, context: ToolContext, complain: (line: string) => void) {
  try {
    const { text, data } = await tool.run(given, context);
    return { content: [{ type: 'text' as const, text }], structuredContent: { ...data } };
  } catch (error) {
    if (error instanceof VigiaError) return failed(sentenceOf(error), { code: error.code ?? error.failure.kind });
    if (error instanceof ToolRefusal) return failed(error.message, { code: 'refused_by_tool' });
    complain(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`);
    return failed(MCP_MESSAGES.internal, { code: 'internal' });
  }
}

const failed = (text: string, structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text }],
  structuredContent,
  isError: true,
});

/** Returns the sentence of a failure with the reasons of the single fields. */
function sentenceOf({ message, failure }: VigiaError): string {
  const details = failure.kind === 'refused' ? failure.details.map(({ path, message: why }) => `${path}: ${why}`) : [];
  return [message, ...details].join('\n');
}
