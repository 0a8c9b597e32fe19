import type { Automation, CreateOption, Option, TradingStats } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { SignalOutcome } from '@vigia/core/vocabulary';
import type { ChatOrder } from './chat-order.ts';
import type { BotOrderTerms, BotRefusal } from './order-terms.ts';

/** A signal of a setup or strategy of a user. */
export type BotSignal = {
  readonly symbol: string;
  readonly direction: string;
  /** Name of the setup or strategy. */
  readonly name: string;
  readonly entryMs: number;
  readonly outcome: SignalOutcome;
};

/** The results of today in a purse (kind of money and currency). */
export type BotResult = Pick<TradingStats, 'purse' | 'profit_today' | 'today'>;

/** Access of the bot to other features. Each call is for one user, whose chat is connected. */
export interface BotPorts {
  timeZone(userId: string): Promise<string>;
  automation(userId: string): Promise<Pick<Automation, 'stopped_at' | 'running'>>;
  /** Returns the open trades, the first to expire first. */
  activeTrades(userId: string): Promise<readonly Option[]>;
  /** Returns the results of today in the user's time zone, paper first. */
  resultsToday(userId: string): Promise<readonly BotResult[]>;
  /** Returns the display names of the brokers to which the user is connected. */
  connections(userId: string): Promise<readonly string[]>;
  /** Returns the newest signals of the user's own setups and strategies, newest first. */
  signals(userId: string, most: number): Promise<readonly BotSignal[]>;
  /**
   * Stops all automatic trading like 'Detener todo' in the app. A second call changes nothing.
   * @param receiverId the chat, for the security log
   */
  stopAll(userId: string, receiverId: string): Promise<void>;
  /** Returns true if this chat stopped all automatic trading in a span of time. */
  hasStopped(userId: string, receiverId: string, fromMs: number, toMs: number): Promise<boolean>;
  /** Returns the terms of an order on the user's practice account in use. A real account is refused. */
  orderTerms(userId: string, order: CreateOption): Promise<Result<BotOrderTerms, BotRefusal>>;
  /**
   * Sends an order like the ticket of the app, with the rights of a bot: real money is refused. `unknown`: no response
   * came, and the order may be placed.
   * @param key idempotency key: the same order with the same key is placed once
   */
  placeOrder(userId: string, order: ChatOrder, key: string): Promise<Result<Option, BotRefusal> | 'unknown'>;
}
