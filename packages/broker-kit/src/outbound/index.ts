/** Connections from this process to brokers: direct, or through the proxy of the installation. */
export {
  type OutboundProxy,
  outboundProxy,
  PROXY_FAULT,
  type Tunnel,
  tunnelTo,
  useOutboundProxy,
} from './outbound-proxy.ts';
