import json
import os
import shutil
import subprocess
import tempfile
import urllib.request


class Sandbox:
    """A platform with a data folder of its own."""

    def __init__(self):
        self.data = tempfile.mkdtemp(prefix="sandbox-")
        program = os.environ.get("PLINTH_SANDBOX", "plinth-sandbox")
        options = ["--data", self.data, "--max-unclaimed", "1000", "--end-with-stdin"]
        self.process = subprocess.Popen(
            [program, *options],
            env={**os.environ, "RUST_LOG": "warn"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.ready = json.loads(self.process.stdout.readline())

    def database(self):
        """The connection string of a new, empty database."""
        request = urllib.request.Request(
            self.ready["instant_url"] + "/api/v1/database",
            data=json.dumps({"ref": "tests"}).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)["connection_string"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.data)
