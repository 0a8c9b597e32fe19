import { z } from 'zod';

/**
 * A Supabase project that keeps the users of this installation. The server calls it over HTTP like a Supabase client.
 */
export type HostedProject = {
  /** Origin of the project, without a trailing slash. */
  readonly url: string;
  readonly anonKey: string;
  /**
   * Secret that signs access tokens in projects without asymmetric keys. If null, only tokens signed with the published
   * keys are accepted.
   */
  readonly jwtSecret: string | null;
};

const Factor = z.looseObject({ status: z.string() });

/** The fields of the project's user object that this server reads. */
export const HostedUser = z.looseObject({
  id: z.uuid(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  is_anonymous: z.boolean().default(false),
  user_metadata: z.record(z.string(), z.unknown()).default({}),
  factors: z.array(Factor).default([]),
});
export type HostedUser = z.infer<typeof HostedUser>;

/** Thrown if the project does not respond, so the state of a session is unknown. */
export class HostedUnavailable extends Error {
  override readonly name = 'HostedUnavailable';
}

export type HostedResponse = { readonly status: number; readonly body: unknown };

/** Requests to the project. In tests, another instance of this server plays the project. */
export interface HostedApi {
  /** Returns the user of an access token; null if its session has ended. @throws HostedUnavailable */
  user(accessToken: string): Promise<HostedUser | null>;
  /**
   * Returns the user's row of the table `users`, read with the user's own token; null if there is none. @throws
   * HostedUnavailable
   */
  profile(accessToken: string, userId: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Posts to the project's auth service, such as `/token?grant_type=password`. @throws HostedUnavailable */
  post(path: string, body: unknown, accessToken?: string): Promise<HostedResponse>;
}

const TIMEOUT_MS = 5_000;

/**
 * Creates the client of a project.
 * @param fetch the `fetch` of the platform, or a function with the same signature
 */
export function createHostedApi({ url, anonKey }: HostedProject, fetch: typeof globalThis.fetch): HostedApi {
  const call = async (path: string, init: RequestInit = {}, token = anonKey): Promise<HostedResponse> => {
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const body: unknown = await answer.json().catch(() => null);
      return { status: answer.status, body };
    } catch (cause) {
      throw new HostedUnavailable('the hosted project does not answer', { cause });
    }
  };
  const orUnavailable = (answer: HostedResponse): HostedResponse => {
    if (answer.status < 500 && answer.status !== 429) return answer;
    throw new HostedUnavailable(`the hosted project answered ${answer.status}`);
  };
  return {
    async user(accessToken) {
      const { status, body } = orUnavailable(await call('/auth/v1/user', {}, accessToken));
      return status === 200 ? HostedUser.parse(body) : null;
    },
    async profile(accessToken, userId) {
      const { status, body } = orUnavailable(
        await call(`/rest/v1/users?select=*&id=eq.${encodeURIComponent(userId)}`, {}, accessToken),
      );
      const rows = z.array(z.record(z.string(), z.unknown())).safeParse(body);
      return status === 200 && rows.success ? (rows.data[0] ?? null) : null;
    },
    post: (path, body, accessToken) =>
      call(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) }, accessToken),
  };
}
