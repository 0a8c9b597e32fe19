"""Sends one signed signal to an address of Vigía. Usage: signal.py CALL|PUT"""
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

body = json.dumps(
    {"direction": sys.argv[1], "id": str(uuid.uuid4()), "time": int(time.time() * 1000)}
).encode()
key = bytes.fromhex(os.environ["VIGIA_KEY"])
signature = hmac.new(key, body, hashlib.sha256).hexdigest()
request = urllib.request.Request(
    os.environ["VIGIA_ADDRESS"],
    data=body,
    headers={"content-type": "application/json", "x-vigia-signature": f"sha256={signature}"},
)
try:
    with urllib.request.urlopen(request, timeout=5) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as refusal:
    print(refusal.code, refusal.read().decode())
    sys.exit(1)
