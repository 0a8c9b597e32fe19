import { type NotificationTopic, type PushSubscriptionBody, PushSubscriptionView } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { readLocal, removeLocal, writeLocal } from '#shared/lib/local-values.ts';

const PATH = '/api/v1/push/subscriptions';
/** Local storage key for the id of this browser's push subscription. */
const KEY = 'push_subscription';

/** The part of the browser's push manager that the app uses. */
export type BrowserPushManager = Pick<PushManager, 'subscribe' | 'getSubscription'>;

/** Reason why this browser cannot receive push messages. */
export type PushUnavailableReason = 'needsInstall' | 'needsHttps' | 'unsupported' | 'notReady';

/** Returns the push manager of the app's service worker, or why there is none. */
export async function pushManager(): Promise<BrowserPushManager | PushUnavailableReason> {
  if (!window.isSecureContext) return 'needsHttps';
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    return isTouchApple() ? 'needsInstall' : 'unsupported';
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager ?? 'notReady';
}

/** Returns true on iPhones and iPads, where only installed apps have push messages. An iPad calls itself a Mac. */
const isTouchApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/**
 * Returns the subscription of this browser as the server stores it. Returns null if there is none.
 * @throws ApiFailure
 */
export async function ownSubscription(
  api: ApiClient,
  manager: BrowserPushManager,
): Promise<PushSubscriptionView | null> {
  const id = readLocal(KEY);
  if (id === null || (await manager.getSubscription()) === null) return null;
  const all = await api.get(PATH, { schema: z.array(PushSubscriptionView) });
  return all.find((each) => each.id === id) ?? null;
}

/**
 * Subscribes this browser to push messages about the given topics.
 * @throws ApiFailure, or the error of the browser
 */
export async function subscribe(
  api: ApiClient,
  manager: BrowserPushManager,
  publicKey: string,
  topics: readonly NotificationTopic[],
) {
  const subscription = await subscriptionFor(manager, publicKey);
  const body: PushSubscriptionBody = {
    endpoint: subscription.endpoint,
    keys: { p256dh: keyOf(subscription, 'p256dh'), auth: keyOf(subscription, 'auth') },
    topics: [...topics],
  };
  const view = await api.post(PATH, { schema: PushSubscriptionView, body });
  writeLocal(KEY, view.id);
  return view;
}

/**
 * Ends the push subscription of this browser.
 * @throws ApiFailure
 */
export async function unsubscribe(api: ApiClient, manager: BrowserPushManager, id: string): Promise<void> {
  await api.delete(`${PATH}/${id}`, { schema: z.null() });
  removeLocal(KEY);
  await (await manager.getSubscription())?.unsubscribe();
}

/**
 * Asks the server to send a test push message.
 * @throws ApiFailure
 */
export const sendTestPush = (api: ApiClient, id: string): Promise<null> =>
  api.post(`${PATH}/${id}/test`, { schema: z.null(), body: {} });

/**
 * Returns a push subscription with this server key. A subscription with another key cannot receive messages from this
 * server, so it is replaced.
 */
async function subscriptionFor(manager: BrowserPushManager, publicKey: string): Promise<PushSubscription> {
  const wanted = fromBase64Url(publicKey);
  const existing = await manager.getSubscription();
  if (existing && isSame(existing.options.applicationServerKey, wanted)) return existing;
  await existing?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

function isSame(key: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const bytes = new Uint8Array(key ?? new ArrayBuffer(0));
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}

const keyOf = (subscription: PushSubscription, name: PushEncryptionKeyName): string =>
  toBase64Url(new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0)));

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
