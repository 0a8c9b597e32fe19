/** The way out of this process to brokers: directly, or through the installation's proxy. */
export {
  type OutboundProxy,
  outboundProxy,
  PROXY_FAULT,
  type Tunnel,
  tunnelTo,
  useOutboundProxy,
} from './outbound-proxy.ts';
