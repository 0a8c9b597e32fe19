/** The paths in a unit of systemd that starts Vigía. They are absolute. */
export type SystemdUnitPaths = { readonly node: string; readonly program: string; readonly dataFolder: string };

/** Longest orderly stop in seconds: the server's own limits, with some reserve. */
const STOP_S = 60;

/**
 * Returns a user unit of systemd (systemd.unit(5), systemd.service(5)). The supervisor of `start --foreground` writes
 * the log, so the journal gets only the reason why the supervisor itself does not start.
 */
export const systemdUnit = ({ node, program, dataFolder }: SystemdUnitPaths): string => `[Unit]
Description=Vigía
After=network-online.target

[Service]
ExecStart=${quoted(node)} ${quoted(program)} start --foreground
Environment=${quoted(`VIGIA_DATA_DIR=${dataFolder}`)}
StandardOutput=null
StandardError=journal
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=${STOP_S}
NoNewPrivileges=true
UMask=0077

[Install]
WantedBy=default.target
`;

/** Quotes a value. In a unit, `%` starts a specifier and `$` a variable. */
const quoted = (value: string): string =>
  `"${value.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
