"""Receives the webhooks of Vigía, without packages. Usage: PORT=8080 VIGIA_SECRET=whsec_… python3 webhook.py"""
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["VIGIA_SECRET"].encode()
MAX_AGE_S = 300
seen = set()


def is_signed(body, header):
    parts = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", header)
    if parts is None:
        return False
    wanted = hmac.new(SECRET, parts[1].encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts[2], wanted) and abs(time.time() - int(parts[1])) <= MAX_AGE_S


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_signed(body, self.headers.get("vigia-signature", "")):
            self.send_response(401)
        else:
            message = json.loads(body)
            # A message is sent again if its answer was lost. Keep the ids where a restart does not lose them.
            if message["id"] not in seen:
                seen.add(message["id"])
                for item in message.get("items", [{"title": message.get("text", message["type"])}]):
                    print(item["title"], flush=True)
            self.send_response(204)
        self.end_headers()

    def log_message(self, *_args):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print("ready", flush=True)
server.serve_forever()
