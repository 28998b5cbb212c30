"""A round trip of tasks on Dask: prints iterations, median, minimum and p99 in microseconds."""
import asyncio
import sys
import time

import numpy
from distributed import Client, Scheduler, Worker

LEAST, MOST = 20, 1_000_000


async def scheduler(address, port):
    async with Scheduler(host=address, port=int(port), dashboard=False) as served:
        await served.finished()


async def worker(contact, address, name):
    async with Worker(contact, host=address, name=name, nthreads=1, dashboard=False) as served:
        await served.finished()


def make(count):
    return numpy.ones(count, dtype=numpy.float32)


def answer(data):
    return data.copy()


def size(data):
    return data.nbytes


def round_trip(client, data):
    begin = time.perf_counter_ns()
    there = client.submit(answer, data, workers="worker1", pure=False)
    back = client.submit(answer, there, workers="worker0", pure=False)
    known = client.submit(size, back, workers="worker0", pure=False)
    known.result()
    return time.perf_counter_ns() - begin


def measure(contact, size_in_bytes, milliseconds, iterations):
    client = Client(contact)
    client.wait_for_workers(2)
    data = client.submit(make, int(size_in_bytes) // 4, workers="worker0")
    data.result()
    warm = [round_trip(client, data) for _ in range(5)]
    count = int(iterations) or max(LEAST, min(MOST, int(milliseconds) * 1_000_000 // min(warm)))
    times = sorted(round_trip(client, data) for _ in range(count))
    middle = (times[(count - 1) // 2] + times[count // 2]) / 2
    late = times[min(count - 1, -(-99 * count // 100) - 1)]
    print(count, "%.1f %.1f %.1f" % (middle / 1e3, times[0] / 1e3, late / 1e3))
    client.close()


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        measure(*sys.argv[2:])
    else:
        asyncio.run({"scheduler": scheduler, "worker": worker}[sys.argv[1]](*sys.argv[2:]))
