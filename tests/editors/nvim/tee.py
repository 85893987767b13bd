"""Stands between Neovim and the server, and writes down what Neovim says: `python3 tee.py RECORDING SERVER lsp`.

A line of the recording is a message of the client. What differs from machine to machine is made neutral: the folder of
the file is `file:///games`, processes and versions have no number. Standard library only.
"""

import json
import os
import re
import subprocess
import sys
import threading


def messages(stream):
    """The bodies of the messages, one after the other."""
    while header := stream.readline():
        size = 0
        while header.strip():
            name, _, value = header.decode().partition(":")
            if name.lower() == "content-length":
                size = int(value)
            header = stream.readline()
        yield stream.read(size)


def neutral(message, folder):
    """The message as it could have been sent anywhere."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    text = re.sub(r"file://" + re.escape(folder), "file:///games", text).replace(folder, "/games")
    message = json.loads(text)
    if message.get("method") == "initialize":
        message["params"]["processId"] = None
        message["params"]["workDoneToken"] = "1"
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def main():
    recording, *command = sys.argv[1:]
    folder = os.path.realpath(os.environ["SGG_RECORDED_FOLDER"])
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answers():
        while chunk := os.read(server.stdout.fileno(), 65536):
            sys.stdout.buffer.write(chunk)
            sys.stdout.buffer.flush()

    threading.Thread(target=answers, daemon=True).start()
    with open(recording, "w", encoding="utf-8") as file:
        for body in messages(sys.stdin.buffer):
            file.write(neutral(json.loads(body), folder) + "\n")
            file.flush()
            server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            server.stdin.flush()
    server.stdin.close()
    sys.exit(server.wait())


main()
