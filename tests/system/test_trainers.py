"""Rewards inside the real trainers. They are no extra of the tests: install trl, verl or openrlhf to run these."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path

import pytest

from spotit.integrations import rewards

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
GOLD = "SELECT a FROM t WHERE a > 1"
RIGHT, WRONG = "SELECT a FROM t WHERE a >= 2", "SELECT a FROM t"
LABEL = json.dumps({"sql": GOLD, "schema": DDL})
FILE = str(Path(rewards.__file__))
pytestmark = pytest.mark.filterwarnings("ignore")


def tiny_tokenizer():
    """A tokenizer of a few words, made here: nothing is fetched."""
    transformers = pytest.importorskip("transformers", reason="transformers is not installed; it comes with trl")
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["<pad>", "<eos>", "<unk>", *f"{GOLD} {RIGHT} {WRONG} ?".split()]
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys(words))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    marks = {"pad_token": "<pad>", "eos_token": "<eos>", "unk_token": "<unk>"}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **marks)


def test_grpo_of_trl_trains_with_the_reward(tmp_path: Path) -> None:
    trl = pytest.importorskip("trl", reason="trl is not installed")
    from datasets import Dataset
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = tiny_tokenizer()
    size = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    marks = {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=64, **size, **marks))
    reward = rewards.trl_reward(DDL, rewards=rewards.SqlReward(DDL, jobs=1))
    seen: list[list[float | None]] = []

    def watched(prompts, completions, **columns):
        # A model of random weights writes no SQL: in every second place stands what a trained one would write.
        written = [RIGHT if place % 2 else text for place, text in enumerate(completions)]
        found = reward(prompts, written, **columns)
        seen.append(found)
        return found

    config = trl.GRPOConfig(
        output_dir=str(tmp_path),
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=8,
        max_steps=2,
        report_to=[],
        use_cpu=True,
        save_strategy="no",
        logging_steps=1,
    )
    # The gold query of the second question is broken: its rewards are None, which TRL leaves out.
    data = Dataset.from_list([{"prompt": "?", "gold": GOLD}, {"prompt": "?", "gold": "SELECT nothing FROM t"}] * 2)
    trainer = trl.GRPOTrainer(model, watched, config, train_dataset=data, processing_class=tokenizer)
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(seen) == len(logged) == 2
    flat = [one for batch in seen for one in batch]
    assert set(flat) <= {None, 0.0, 1.0} and 1.0 in flat and None in flat
    assert any(math.isclose(entry["rewards/watched/mean"], 0.5) for entry in logged)


@pytest.fixture
def verl():
    return pytest.importorskip("verl", reason="verl is not installed")


def test_verl_loads_the_file_and_calls_it(verl) -> None:
    omegaconf = pytest.importorskip("omegaconf", reason="omegaconf comes with verl")
    from verl.trainer.ppo.reward import get_custom_reward_fn

    wanted = {"path": FILE, "name": "compute_score", "reward_kwargs": {}}
    compute = get_custom_reward_fn(omegaconf.OmegaConf.create({"reward": {"custom_reward_function": wanted}}))
    for answer, score in ((RIGHT, 1.0), (WRONG, 0.0)):
        info = {"schema": DDL, "num_turns": None, "rollout_reward_scores": {}}
        found = compute(data_source="bird", solution_str=answer, ground_truth=GOLD, extra_info=info)
        assert (found["score"], found["decided"]) == (score, 1.0)


def test_the_batch_manager_of_verl(verl) -> None:
    import numpy as np
    import torch
    from verl.workers.reward_manager import get_reward_manager_cls

    tokenizer = tiny_tokenizer()
    answers = tokenizer([RIGHT, WRONG], padding=True, return_tensors="pt")
    prompts = tokenizer(["?", "?"], return_tensors="pt")
    mask = torch.cat([prompts["attention_mask"], answers["attention_mask"]], dim=1)
    tensors = {"prompts": prompts["input_ids"], "responses": answers["input_ids"], "attention_mask": mask}
    beside = {
        "reward_model": np.array([{"ground_truth": LABEL}] * 2, dtype=object),
        "data_source": np.array(["bird"] * 2, dtype=object),
        "extra_info": np.array([{}, {}], dtype=object),
    }
    data = verl.DataProto.from_dict(tensors=tensors, non_tensors=beside)
    manager = get_reward_manager_cls("batch")(tokenizer, 0, rewards.compute_scores)
    found = manager(data, return_dict=True)
    assert found["reward_tensor"].sum(dim=-1).tolist() == [1.0, 0.0]
    assert found["reward_extra_info"]["decided"] == [1.0, 1.0]


def test_openrlhf_loads_the_file_and_calls_it() -> None:
    pytest.importorskip("openrlhf", reason="openrlhf is not installed")
    agent = pytest.importorskip("openrlhf.utils.agent", reason="openrlhf does not import here")
    executor = agent.SingleTurnAgentExecutor(FILE)
    prompt = "<s>Question: SELECT what?\n"
    queries = [f"{prompt}{RIGHT}<|im_end|>", f"{prompt}{WRONG}<|im_end|>", f"<s> {prompt}{RIGHT}"]
    found = asyncio.run(executor._fetch_rewards_via_func(queries, [prompt] * 3, [LABEL] * 3))
    assert [float(one["rewards"][0]) for one in found] == [1.0, 0.0, 1.0]
    assert [float(one["extra_logs"]["decided"][0]) for one in found] == [1.0] * 3
