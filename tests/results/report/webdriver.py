"""As much of the WebDriver protocol (https://www.w3.org/TR/webdriver/) as the tests of the page need,
over plain HTTP to Debian's chromedriver."""
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "ArrowDown": "\ue015"}


def missing():
    return [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]


class Browser:
    def __init__(self, profile):
        self._driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True)
        port = None
        for line in self._driver.stdout:  # "ChromeDriver was started successfully on port 37123."
            if "on port" in line and "successfully" in line:
                port = int(line.rstrip(".\n").split()[-1])
                break
        self._base = f"http://127.0.0.1:{port}"
        options = {"binary": shutil.which("chromium"),
                   "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            f"--user-data-dir={profile}", "--window-size=1280,900"]}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self._base += f"/session/{answer['sessionId']}"

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from error

    def open(self, path):
        self._call("POST", "/url", {"url": f"file://{path}"})

    def run(self, script, *arguments):
        """The value that a script returns."""
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self._call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self._call("POST", f"/element/{self.find(selector)}/click", {})

    def press(self, selector, *keys):
        element = self.find(selector)
        self.run("document.querySelector(arguments[0]).focus()", selector)
        for key in keys:
            self._call("POST", f"/element/{element}/value", {"text": KEYS.get(key, key)})

    def chrome(self, command, **parameters):
        """A command of Chromium's own (DevTools protocol)."""
        return self._call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def console(self):
        """What the console has said since it was asked the last time."""
        return [entry["message"] for entry in self._call("POST", "/se/log", {"type": "browser"})]

    def close(self):
        try:
            self._call("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait(300)
            self._driver.stdout.close()
