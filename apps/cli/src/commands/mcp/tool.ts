import type { VigiaClient } from '@vigia/client';
import type { z } from 'zod';

/** The result of a tool: a Spanish text for people, and the same facts as data for programs. */
export type ToolResponse = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

/** The API, and the signal that is aborted when the assistant cancels the call. */
export type ToolContext = { readonly client: VigiaClient; readonly signal: AbortSignal };

/** A tool of the MCP server. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Input of a call. Unknown fields are refused. */
  readonly input: z.ZodType;
  /** Whether a call changes anything. */
  readonly isReadOnly: boolean;
  /** @throws VigiaError if the API refuses the call; ToolRefusal if the tool itself does */
  readonly run: (input: unknown, context: ToolContext) => Promise<ToolResponse>;
};

/** A refusal by a tool. Its message is a Spanish sentence. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

type Definition<Input extends z.ZodType> = Omit<Tool, 'input' | 'run' | 'isReadOnly'> & {
  readonly input: Input;
  readonly isReadOnly?: false;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResponse>;
};

/** Defines a tool. Its function receives only input that matches the schema. */
export function defineTool<Input extends z.ZodType>(definition: Definition<Input>): Tool {
  const { input, run, isReadOnly = true } = definition;
  return { ...definition, isReadOnly, run: async (given, context) => run(input.parse(given), context) };
}
